import { useState } from 'react'
import type { RequestOf, ResponseOf } from '#shared/endpoint.ts'
import { instantOf } from '#shared/zoned.ts'
import { ApiError, call } from '#web/calls/api.ts'
import { minutes } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { live } from '#web/calls/live.ts'
import { invalidateNews } from '#web/calls/query-client.ts'
import { createStore, useStore } from '#web/state/store.ts'
import { toast } from '#web/messages/toast.tsx'
import { updateAppointment } from '../calendar-calls.ts'
import { refusalText, whenText } from '../appointment-labels.ts'
import { refusedBy, type Refused } from '../booking/refusal-note.tsx'
import { clock } from './calendar-days.ts'
import { nameOf } from './entry-labels.ts'
import { lengthOf } from './drag-state.ts'
import { showOptimistic } from './optimistic-changes.ts'
import type { Entry } from './plan.ts'

type Saved = ResponseOf<typeof updateAppointment>
type Body = NonNullable<RequestOf<typeof updateAppointment>['body']>

/** Where and how long an appointment is to be. */
export interface Target {
  /** ISO with offset. */
  start: string
  minutes: number
  doctor: number | null
  room: number | null
}

/** A move that the server would not make, with what it offers instead. */
export interface Refusal {
  entry: Entry
  target: Target
  why: Refused
}

interface Done {
  id: number
  name: string
  before: Target
  version: number
}
const lastMove = createStore<Done | null>(null)

export const targetOf = (entry: Entry): Target => ({
  start: entry.start,
  minutes: lengthOf(entry),
  doctor: entry.doctor,
  room: entry.room,
})

const bodyOf = (before: Target, after: Target): Body => ({
  appointment_date_time: after.start,
  minutes: after.minutes,
  ...(after.doctor !== before.doctor && { assigned_doctor: after.doctor }),
  ...(after.room !== before.room && { room: after.room }),
})

const endOf = ({ start, minutes }: Target) => new Date(Date.parse(start) + minutes * 60_000).toISOString()

const shown = (target: Target, version: number, place: number) => ({
  start: target.start,
  end: endOf(target),
  doctor: target.doctor,
  room: target.room,
  place,
  version,
})

const settle = (saved: Saved) => {
  showOptimistic(saved.id, {
    start: saved.appointment_date_time,
    end: saved.ends_at,
    doctor: saved.doctor,
    room: saved.room,
    place: saved.place,
    version: saved.version,
  })
  // The stream brings the news of one's own change, too.
  if (live.get().state !== 'live') void invalidateNews([{ topic: 'appointments' }])
}

/** The instant at which the clinic's clock shows a time. */
export const startAt = (day: string, at: number, zone: string) => instantOf(day, clock(at), zone).toISOString()

const undo = async ({ id, name, before, version }: Done) => {
  lastMove.set(null)
  try {
    const body = { ...bodyOf({ ...before, doctor: -1, room: -1 }, before), version }
    settle(await call(updateAppointment, { params: { id }, body }))
    toast.done(t('Move undone: {name}, {when}.', { name, when: whenText(before.start) }))
  } catch (error) {
    toast.failed(refusalText(error))
  }
}

/** Moves appointments: shown at once, snapped back and explained when the server says no; the last move can be taken back. */
export const useMoves = () => {
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const last = useStore(lastMove)

  const move = async (entry: Entry, target: Target, { overbook = false } = {}): Promise<boolean> => {
    const before = targetOf(entry)
    const undoOptimistic = showOptimistic(entry.id, shown(target, entry.version + 1, entry.place))
    try {
      const body = { ...bodyOf(before, target), version: entry.version, ...(overbook && { overbook }) }
      const saved = await call(updateAppointment, { params: { id: entry.id }, body })
      settle(saved)
      const done = { id: entry.id, name: nameOf(entry), before, version: saved.version }
      lastMove.set(done)
      const isSamePlace = target.start === before.start && target.doctor === before.doctor && target.room === before.room
      const text =
        isSamePlace && target.minutes !== before.minutes
          ? t('{name} now has {length}.', { name: done.name, length: minutes(target.minutes) })
          : t('{name} was moved: {when}.', { name: done.name, when: whenText(saved.appointment_date_time) })
      toast.done(text, { label: t('Undo'), run: () => void undo(done) })
      return true
    } catch (error) {
      undoOptimistic()
      void invalidateNews([{ topic: 'appointments' }])
      const why = error instanceof ApiError ? refusedBy(error, before) : null
      if (why) setRefusal({ entry, target, why })
      else toast.failed(refusalText(error))
      return false
    }
  }
  return {
    move,
    undoLast: last ? () => void undo(last) : undefined,
    refusal,
    closeRefusal: () => setRefusal(null),
  }
}
