import { sql, type Selectable } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { DB } from '#platform/db/tables.gen.ts'
import { findReach } from '#features/messages/index.ts'

type Patient = Pick<Selectable<DB['patients']>, 'id' | 'phone' | 'email' | 'language' | 'first_name'>

/** For so long a contact that somebody wrote into a record confirms nothing that they ask for. */
const DAYS = 7

/** The telephone and e-mail on file that `by` did not write there in the last week, as the trail has it. */
const findOthersContacts = async (db: Db, { id, phone, email }: Patient, by: number, now: Date) => {
  const { rows } = await sql<{ phone: boolean; email: boolean }>`
    select coalesce(bool_or(is_all or change ? 'phone'), false) as phone, coalesce(bool_or(is_all or change ? 'email'), false) as email from (
      select change, action in ('create', 'merge', 'merge into', 'undo merge') as is_all from audit_log
      where patient_id = ${id} and actor_id = ${by} and entity = 'patient' and at > ${now}::timestamptz - make_interval(days => ${DAYS})) a`.execute(
    db,
  )
  const [written] = rows
  return { phone: written?.phone ? null : phone, email: written?.email ? null : email }
}

/**
 * Where a patient is asked whether an account is theirs, when a member of staff wants to link it: none without a contact on file, without a
 * way to send, and where that person wrote the contact themselves in the last week.
 */
export const findContacts = async (db: Db, patient: Patient, by: number, now: Date) => {
  const recipient = { ...(await findOthersContacts(db, patient, by, now)), language: patient.language, patient: patient.id }
  return { recipient, targets: await findReach(db, recipient) }
}
