import { dayIn } from '#shared/dates.ts'
import type { Db } from '#platform/db/connect.ts'
import { notFound } from '#platform/errors/problem.ts'
import type { WaitingEntry } from '../contract-waiting.ts'
import { FITTING_MOST } from '../rules-waiting.ts'
import { findWaitingFor } from './waiting-rows.ts'
import { readTimes } from './waiting-times.ts'

/**
 * Who would fit the place that an appointment has, or had before it was cancelled or missed: others than its patient, the most urgent and
 * then the oldest first, with the times of theirs that begin within it. Nobody for what is over, and for an appointment without a doctor.
 */
export const findFitting = async (db: Db, appointment: number, now: Date): Promise<WaitingEntry[]> => {
  const left = await db
    .selectFrom('appointments as a')
    .innerJoin('company as c', (join) => join.onTrue())
    .select(['a.doctor_id', 'a.patient_id', 'a.appointment_date_time', 'a.ends_at', 'c.time_zone'])
    .where('a.id', '=', appointment)
    .executeTakeFirst()
  if (!left) throw notFound('Appointment')
  const { doctor_id: doctor, patient_id: patient, appointment_date_time: start, ends_at: end, time_zone } = left
  if (doctor === null || end <= now) return []
  const day = dayIn(time_zone, start)
  const entries = await findWaitingFor(db, { doctor, patient, day })
  if (entries.length === 0) return []
  const timesOf = await readTimes(db, entries, { from: day, to: day, now, doctor, leaving: appointment })
  return entries
    .map((entry) => ({ ...entry, free: timesOf(entry).filter((time) => time.start >= start && time.start < end) }))
    .filter(({ free }) => free.length > 0)
    .slice(0, FITTING_MOST)
}
