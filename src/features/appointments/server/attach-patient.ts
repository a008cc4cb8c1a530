import { refuseDead } from '#features/patients/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'
import type { Changed } from './change-appointment.ts'
import { lockAndRead } from './facts.ts'
import { lockAppointment } from './lock-appointment.ts'
import { findPlace } from './place.ts'
import { outrun, refusalProblem } from './refuse.ts'
import { updateAppointmentRow } from './update-appointment.ts'

/**
 * Takes a public booking's appointment off a record again: nobody is on it then. 409 `not_converted` when it is on none or was no public
 * booking, `visit_begun` once the patient was checked in.
 */
export const detachPatient = async (db: Db, id: number, by: number, now: Date): Promise<Changed> => {
  const before = await lockAppointment(db, id)
  if (before.patient === null || before.public_booking === null)
    throw conflict('This booking is not matched to a record.', {}, 'not_converted')
  if (before.visit !== null) throw conflict('The patient has already been checked in.', { visit: before.visit }, 'visit_begun')
  const after = { ...before, patient: null }
  await updateAppointmentRow(db, before, after, by, now)
  return { before, after }
}

/**
 * Puts a public booking's appointment on a patient's record. 409 `already_converted` when it is on one, `patient_busy` with the `other`
 * appointment when the patient has one at that time.
 */
export const attachPatient = async (db: Db, id: number, patient: number, by: number, now: Date): Promise<Changed> => {
  const before = await lockAppointment(db, id)
  if (before.patient !== null)
    throw conflict('This booking is already matched to a record.', { patient: before.patient }, 'already_converted')
  await refuseDead(db, patient)
  const { doctor, item, room, appointment_date_time: start, ends_at: end, place: ownPlace } = before
  const facts = await lockAndRead(db, { patient, doctor, item, room, start, end, self: id })
  if (!facts.isActivePatient) throw fieldError('patient', 'Choose a registered patient.')
  const after = { ...before, patient }
  if (await updateAppointmentRow(db, before, after, by, now)) return { before, after }
  const again = await lockAndRead(db, { patient, doctor, item, room, start, end, self: id })
  const ask = { doctor, item, patient, room, start, end, overbook: false, isPublic: false, ownPlace, fit: 'stay', now: start } as const
  const place = findPlace(ask, again)
  throw 'code' in place ? await refusalProblem(db, place, ask, id) : outrun()
}
