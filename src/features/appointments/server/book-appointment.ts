import { sql } from 'kysely'
import type { ParsedOf } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import { invalidInput, type FieldErrors } from '#platform/errors/problem.ts'
import type { createAppointment } from '../contract.ts'

type Input = ParsedOf<typeof createAppointment>['body']

interface Known {
  is_patient: boolean
  is_active: boolean
  is_doctor: boolean
  is_item: boolean
}

/** Everything about a booking that does not fit, by field. */
const findMisfits = async (db: Db, { patient, assigned_doctor, item, appointment_date_time }: Input, now: Date) => {
  const { rows } = await sql<Known>`
    select exists (select from patients where id = ${patient}) as is_patient,
      exists (select from patients where id = ${patient} and deactivated_at is null) as is_active,
      exists (select from users where id = ${assigned_doctor ?? null} and is_active and role = 'doctor') as is_doctor,
      exists (select from items where id = ${item ?? null} and is_active) as is_item`.execute(db)
  const known = rows[0]!
  const errors: FieldErrors = {}
  if (!known.is_patient) errors['patient'] = ['There is no such patient.']
  else if (!known.is_active) errors['patient'] = ['This patient was deactivated. Bring the record back first.']
  if (assigned_doctor != null && !known.is_doctor) errors['assigned_doctor'] = ['Choose an active doctor.']
  if (item != null && !known.is_item) errors['item'] = ['Choose a service that is in use.']
  if (appointment_date_time < now) errors['appointment_date_time'] = ['An appointment cannot be in the past.']
  return errors
}

/** Books an appointment and answers its id; 400 names every field that does not fit. */
export const bookAppointment = async (db: Db, input: Input, by: number, now: Date): Promise<number> => {
  const misfits = await findMisfits(db, input, now)
  if (Object.keys(misfits).length > 0) throw invalidInput(misfits)
  const { patient, assigned_doctor = null, item = null, appointment_date_time, reason, status = 'pending' } = input
  const { id } = await db
    .insertInto('appointments')
    .values({
      patient_id: patient,
      doctor_id: assigned_doctor,
      item_id: item,
      appointment_date_time,
      reason,
      status,
      created_at: now,
      created_by: by,
      changed_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
