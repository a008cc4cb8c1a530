import { sql } from 'kysely'
import { readPlan } from '#features/schedules/public.ts'
import { findFree, slotsOf, type FreeRow } from '#features/schedules/rules.ts'
import { dayIn } from '#shared/dates.ts'
import { addDays } from '#shared/zoned.ts'
import type { Db } from '#platform/db/connect.ts'
import type { WaitingEntry } from '../contract-waiting.ts'
import { suits, WAITING_DAYS, WAITING_TIMES } from '../rules-waiting.ts'
import { findTaken } from './free-slots.ts'

const DAY_MS = 86_400_000
const MINUTE = 60_000

type Entry = Pick<WaitingEntry, 'patient' | 'doctor' | 'item' | 'from_day' | 'until_day' | 'hours'>
type Time = WaitingEntry['free'][number]

interface Looked {
  /** Days of the clinic, both included. */
  from: string
  to: string
  now: Date
  doctor?: number
  /** The appointment whose place is meant: it is in nobody's way. */
  leaving?: number | undefined
}

interface Busy {
  patient: number
  start: Date
  end: Date
}

/** When these patients are somewhere already. */
const findBusy = async (db: Db, patients: readonly number[], { from, to, leaving }: Looked): Promise<Busy[]> => {
  const { rows } = await sql<Busy>`
    select patient_id as patient, appointment_date_time as start, ends_at as "end" from appointments
    where patient_id = any(${patients}::integer[]) and status not in ('cancelled', 'no-show') and id is distinct from ${leaving ?? null}::integer
      and appointment_date_time >= ${from}::date - 2 and appointment_date_time < ${to}::date + 2`.execute(db)
  return rows
}

/**
 * Reads, once for all of them, what is free in a range of days, and answers the times that fit an entry: each once, whoever has it, soonest
 * first. Slots of one service are worked out once, however many wait for it.
 */
export const readTimes = async (db: Db, entries: readonly Entry[], looked: Looked) => {
  const { from, to, now, doctor, leaving } = looked
  const [plan, taken, busy] = await Promise.all([
    readPlan(db, { doctors: doctor === undefined ? undefined : [doctor], from, to }),
    // A day more on either side, whatever the zone of the clinic.
    findTaken(db, new Date(Date.parse(from) - DAY_MS), new Date(Date.parse(to) + 2 * DAY_MS), { doctor, moving: leaving }),
    findBusy(
      db,
      entries.map(({ patient }) => patient),
      looked,
    ),
  ])
  const byService = new Map<number | null, FreeRow[]>()
  const freeFor = (item: number | null) => {
    // Whoever wants no service in particular is given none: sessions for one alone are not for them.
    const rows = byService.get(item) ?? findFree(slotsOf({ ...plan, from, to, now, item }), taken)
    byService.set(item, rows)
    return rows
  }
  const isFree = (patient: number, start: number, end: number) =>
    !busy.some((one) => one.patient === patient && one.start.getTime() < end && one.end.getTime() > start)

  const timesIn = ({ doctor, room, minutes, starts }: FreeRow, entry: Entry): Time[] =>
    starts
      .filter((at) => suits(entry, new Date(at), plan.zone) && isFree(entry.patient, at, at + minutes * MINUTE))
      .map((at) => ({ start: new Date(at), doctor, room, minutes }))
  const fits = ({ doctor, day }: FreeRow, entry: Entry) =>
    (entry.doctor === null || entry.doctor === doctor) && day >= entry.from_day && (entry.until_day === null || day <= entry.until_day)

  return (entry: Entry, most = Number.POSITIVE_INFINITY): Time[] => {
    const times = new Map<string, Time>()
    let lastDay = ''
    for (const row of freeFor(entry.item)) {
      // Rows run by day: what comes later is not sooner.
      if (row.day !== lastDay && times.size >= most) break
      lastDay = row.day
      if (fits(row, entry))
        for (const time of timesIn(row, entry)) if (!times.has(time.start.toISOString())) times.set(time.start.toISOString(), time)
    }
    return [...times.values()].sort((a, b) => a.start.getTime() - b.start.getTime()).slice(0, most)
  }
}

/** Puts the next free times beside those who wait: at most three each, of the coming sixty days, in one read. */
export const withTimes = async (db: Db, entries: readonly WaitingEntry[], now: Date): Promise<WaitingEntry[]> => {
  const waiting = entries.filter(({ status }) => status === 'waiting')
  // The clinic's day is this one or the next, whatever its zone.
  const from = addDays(dayIn('UTC', now), -1)
  const last = addDays(from, WAITING_DAYS)
  const [until] = waiting.map(({ until_day }) => until_day ?? last).sort((a, b) => (a < b ? 1 : -1))
  if (until === undefined || until < from) return [...entries]
  const timesOf = await readTimes(db, waiting, { from, to: until < last ? until : last, now })
  return entries.map((entry) => (entry.status === 'waiting' ? { ...entry, free: timesOf(entry, WAITING_TIMES) } : entry))
}
