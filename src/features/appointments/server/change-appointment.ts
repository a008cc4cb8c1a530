import { refuseDead } from '#features/patients/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError, invalidInput, type FieldErrors } from '#platform/errors/problem.ts'
import { dayIn } from '#shared/dates.ts'
import { holdsPlace, isOpen, needsReason, refusalOfMove, type AppointmentStatus } from '../rules.ts'
import { endFrom, findMisfits, refuseTime } from './book-appointment.ts'
import { lockAndRead, type Meant } from './facts.ts'
import { stateOf, type AppointmentRow } from './lock-appointment.ts'
import { findPlace, type Ask } from './place.ts'
import { outrun, refusalProblem, TRIES } from './refuse.ts'
import { updateAppointmentRow } from './update-appointment.ts'

/** Any of it; what is absent stays as it is. */
export interface AppointmentChange {
  appointment_date_time?: Date
  ends_at?: Date | null
  minutes?: number | null
  assigned_doctor?: number | null
  room?: number | null
  item?: number | null
  reason?: string
  status?: AppointmentStatus
  status_reason?: string | null
  overbook?: boolean
  /** Only what the public may book. */
  isPublic?: boolean
}

export interface Changed {
  before: AppointmentRow
  after: AppointmentRow
}

const isSame = (a: unknown, b: unknown) => (a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b)
const differ = (before: AppointmentRow, after: AppointmentRow, names: readonly (keyof AppointmentRow)[]) =>
  names.some((name) => !isSame(before[name], after[name]))
const when = ['appointment_date_time', 'ends_at', 'doctor', 'item'] as const

/** The end that was sent, or that follows; null when the service or the session is to say. */
const endOf = (before: AppointmentRow, change: AppointmentChange, start: Date, item: number | null): Date | null => {
  const sent = endFrom(start, change)
  if (sent) return sent
  if (item !== before.item) return null
  return new Date(start.getTime() + before.ends_at.getTime() - before.appointment_date_time.getTime())
}

const wanted = (before: AppointmentRow, change: AppointmentChange): { after: AppointmentRow; end: Date | null } => {
  const { appointment_date_time: start = before.appointment_date_time, assigned_doctor: doctor = before.doctor } = change
  const { item = before.item, room = before.room, reason = before.reason, status = before.status } = change
  const status_reason = status === before.status ? before.status_reason : (change.status_reason ?? '')
  const end = endOf(before, change, start, item)
  return {
    after: { ...before, appointment_date_time: start, ends_at: end ?? before.ends_at, doctor, item, room, reason, status, status_reason },
    end,
  }
}

/** Refuses a move between states that does not follow, or comes without the reason it needs. */
const refuseMove = (before: AppointmentRow, after: AppointmentRow, now: Date) => {
  if (after.status === before.status) return
  const refusal = refusalOfMove(stateOf({ ...after, status: before.status }, now), after.status)
  if (refusal) {
    const code = after.status === 'arrived' && before.patient === null ? 'not_converted' : 'move_not_allowed'
    throw conflict(refusal, { status: before.status, to: after.status }, code)
  }
  if (needsReason(after.status) && !after.status_reason) throw fieldError('status_reason', 'Enter the reason for cancelling.')
}

const isSameDay = ({ zone, appointment_date_time }: AppointmentRow, start: Date) =>
  dayIn(zone, appointment_date_time) === dayIn(zone, start)

/** Looks for a place until one is written; the reasons of a booking when there is none. */
export const takePlace = async (
  db: Db,
  before: AppointmentRow,
  after: AppointmentRow,
  { end, room, ...how }: Pick<Ask, 'end' | 'room' | 'fit' | 'overbook' | 'isPublic' | 'now'>,
  by: number | null,
  now: Date,
): Promise<AppointmentRow> => {
  const { patient, doctor, item, appointment_date_time: start } = after
  const meant: Meant = { patient, doctor, item, room: room ?? before.room, start, end, self: before.id }
  // Somebody who left, or a service out of use, is in the way only of who chooses them now.
  const chosen: Meant = {
    ...meant,
    patient: null,
    doctor: doctor === before.doctor ? null : doctor,
    item: item === before.item ? null : item,
    room: room === undefined || room === before.room ? null : room,
  }
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const facts = await lockAndRead(db, meant)
    const errors: FieldErrors = findMisfits(facts, chosen)
    if (Object.keys(errors).length > 0) throw invalidInput(errors)
    const isNear = holdsPlace(before.status) && doctor === before.doctor && isSameDay(before, start)
    const ask: Ask = {
      ...how,
      doctor,
      item,
      patient,
      start,
      end,
      room: room === undefined && isNear ? before.room : room,
      usualRoom: doctor === before.doctor ? before.room : null,
      ownPlace: isNear ? before.place : null,
    }
    const place = findPlace(ask, facts)
    if ('code' in place) throw await refusalProblem(db, place, ask, before.id)
    const placed = { ...after, ends_at: place.end, room: place.room, place: place.place }
    if (await updateAppointmentRow(db, before, placed, by, now)) return placed
  }
  throw outrun()
}

/** Refuses a change of what is not open any more, and a time that is none. */
const refuseChange = (before: AppointmentRow, after: AppointmentRow, end: Date | null, now: Date) => {
  if (!isOpen(before.status))
    throw conflict('Only pending or confirmed appointments can be changed.', { status: before.status }, 'not_open')
  const { appointment_date_time: start } = after
  const isNewTime = !isSame(start, before.appointment_date_time)
  refuseTime(start, end, isNewTime ? now : start)
  if (isNewTime && start < now) throw fieldError('appointment_date_time', 'An appointment cannot be in the past.')
}

/**
 * Applies a change to a locked appointment: another time, doctor, room, service or reason while it is open, and another state where that
 * follows. What comes back into force looks for a place like a new booking. Null when everything is as it was.
 */
export const applyChange = async (
  db: Db,
  before: AppointmentRow,
  change: AppointmentChange,
  by: number | null,
  now: Date,
): Promise<Changed | null> => {
  const { after, end } = wanted(before, change)
  const isMoved = end === null || differ(before, after, when)
  const isElsewhere = isMoved || after.room !== before.room
  if (!isElsewhere && !differ(before, after, ['reason', 'status'])) return null
  if (isOpen(after.status) || after.status === 'arrived') await refuseDead(db, before.patient)
  if (isElsewhere || after.reason !== before.reason) refuseChange(before, after, end, now)
  refuseMove(before, after, now)
  const comesBack = !holdsPlace(before.status) && holdsPlace(after.status)
  if (!comesBack && !(isElsewhere && holdsPlace(after.status))) {
    if (!(await updateAppointmentRow(db, before, after, by, now))) throw outrun()
    return { before, after }
  }
  const { overbook = false, isPublic = false } = change
  // A new doctor sits in a room of their own.
  const room = after.doctor !== before.doctor && change.room === before.room ? undefined : change.room
  const fit = before.status === 'no-show' ? 'here' : isMoved || comesBack ? 'plan' : 'stay'
  // What has begun stays where it is in time.
  const at =
    isSame(after.appointment_date_time, before.appointment_date_time) && before.status !== 'cancelled' ? before.appointment_date_time : now
  const how = { end, room, fit, overbook, isPublic, now: at < now ? at : now } as const
  return { before, after: await takePlace(db, before, after, how, by, now) }
}
