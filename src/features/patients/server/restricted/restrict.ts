import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { conflict } from '#platform/errors/problem.ts'
import type { PatientRestriction } from '#features/patients/contract.ts'
import { lockAny } from '../change-patient.ts'

interface RestrictionChange {
  reason: string
  by: number
  now: Date
}

/** Restricts a record: 404 without one, 409 when it is restricted already. Who restricts waits for who does so at the same time. */
export const restrict = async (db: Db, patient: number, { reason, by, now }: RestrictionChange): Promise<PatientRestriction> => {
  await lockAny(db, patient)
  const { rows } = await sql<PatientRestriction>`
    with made as (
      insert into patient_restrictions (patient_id, reason, restricted_at, restricted_by)
      select ${patient}::integer, ${reason}, ${now}::timestamptz, ${by}::integer where not is_restricted(${patient})
      returning *)
    select m.reason, m.restricted_at, concat_ws(' ', u.first_name, u.last_name) as restricted_by, '[]'::json as emergencies
    from made m join users u on u.id = m.restricted_by`.execute(db)
  const [made] = rows
  if (!made) throw conflict('This record is already restricted.')
  return made
}

/** Lifts all restrictions of a record, that of a merged one too: 404 without a record, 409 when there is none. */
export const lift = async (db: Db, patient: number, { reason, by, now }: RestrictionChange): Promise<void> => {
  await lockAny(db, patient)
  const { numUpdatedRows } = await db
    .updateTable('patient_restrictions')
    .set({ lifted_at: now, lifted_by: by, lift_reason: reason })
    .where('patient_id', '=', patient)
    .where('lifted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw conflict('This record is not restricted.')
}
