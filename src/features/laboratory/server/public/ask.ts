import { isBirthDate } from '#features/patients/rules.ts'
import type { createPublicLabRequest } from '#features/laboratory/contract-public.ts'
import type { ParsedOf } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import { invalidInput, type FieldErrors } from '#platform/errors/problem.ts'

type Body = ParsedOf<typeof createPublicLabRequest>['body']

const YEAR = 366 * 86_400_000

export const isProfileInUse = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('lab_profiles').select('id').where('id', '=', id).where('is_active', '=', true).executeTakeFirst()) !== undefined

const nameless = ({ name, phone, email, birth_date }: Body, now: Date): FieldErrors => ({
  ...(name === undefined && { name: ['This field is required.'] }),
  ...(phone === undefined && email === undefined && { phone: ['Enter a phone number or an e-mail address.'] }),
  ...(birth_date !== undefined && !isBirthDate(birth_date, now) && { birth_date: ['Enter a date of birth that is not in the future.'] }),
})

/** Refuses what cannot be asked for, naming every field: a profile that is not in use, a time that has passed, and nobody to be called back. */
export const refuseWish = async (db: Db, body: Body, patient: number | null, now: Date) => {
  const errors: FieldErrors = patient === null ? nameless(body, now) : {}
  const at = body.appointment_date.getTime() - now.getTime()
  if (at < 0) errors['appointment_date'] = ['Choose a time in the future.']
  else if (at > YEAR) errors['appointment_date'] = ['Choose a time within a year.']
  if (!(await isProfileInUse(db, body.test_profile))) errors['test_profile'] = ['Choose an active laboratory profile.']
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
}

/** Writes what was asked for; answers its id. Of a patient on file the record says who they are. */
export const insertWish = async (
  db: Db,
  body: Body,
  who: { patient: number | null; by: number | null; file: number | null },
  now: Date,
) => {
  const { test_profile, appointment_date, note = '', name = null, phone = null, email = null, birth_date = null } = body
  const { id } = await db
    .insertInto('public_lab_requests')
    .values({
      patient_id: who.patient,
      ...(who.patient === null && { name, phone, email, birth_date }),
      profile_id: test_profile,
      appointment_date,
      note,
      file_id: who.file,
      date_created: now,
      created_by: who.by,
      date_changed: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
