import { dayIn } from '#shared/dates.ts'
import type { Page } from '#shared/endpoint.ts'
import { readCursor, writeCursor } from '#platform/db/keyset.ts'
import type { Db } from '#platform/db/connect.ts'
import { notFound } from '#platform/errors/problem.ts'
import type { WaitingEntry } from '../contract-waiting.ts'
import { FITTING_MOST } from '../rules-waiting.ts'
import { findWaitingFor, LOOKED_AT } from './waiting-rows.ts'
import { readTimes } from './waiting-times.ts'

interface Asked {
  appointment: number
  limit?: number | undefined
  cursor?: string | undefined
}
/**
 * Who would fit the place that an appointment has, or had before it was cancelled or missed: others than its patient, the most urgent and
 * then the oldest first, with the times of theirs that begin within it. Nobody for what is over, and for an appointment without a doctor.
 */
export const findFitting = async (db: Db, { appointment, limit = FITTING_MOST, cursor }: Asked, now: Date): Promise<Page<WaitingEntry>> => {
  const left = await db
    .selectFrom('appointments as a')
    .innerJoin('company as c', (join) => join.onTrue())
    .select(['a.doctor_id', 'a.patient_id', 'a.appointment_date_time', 'a.ends_at', 'c.time_zone'])
    .where('a.id', '=', appointment)
    .executeTakeFirst()
  if (!left) throw notFound('Appointment')
  const { doctor_id: doctor, patient_id: patient, appointment_date_time: start, ends_at: end, time_zone } = left
  const from = readCursor(cursor)
  if (doctor === null || end <= now) return { rows: [], next: null }
  const day = dayIn(time_zone, start)
  const found = await findWaitingFor(db, { doctor, patient, day }, from)
  const entries = found.slice(0, LOOKED_AT)
  if (entries.length === 0) return { rows: [], next: null }
  const timesOf = await readTimes(db, entries, { from: day, to: day, now, doctor, leaving: appointment })
  const fitting = entries
    .map((entry) => ({ ...entry, free: timesOf(entry).filter((time) => time.start >= start && time.start < end) }))
    .filter(({ free }) => free.length > 0)
  const rows = fitting.slice(0, limit)
  // Either more of these fit, or there are more to look at.
  const last = fitting.length > limit ? rows.at(-1) : found.length > LOOKED_AT ? entries.at(-1) : undefined
  return { rows, next: last ? writeCursor(last.priority, last.id) : null }
}
