import { sql, type Selectable } from 'kysely'
import { forgetPatientNews } from '#features/notifications/public.ts'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { DB } from '#platform/db/tables.gen.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'
import type { PatientAccount } from '../contract-account.ts'

type Patient = Selectable<DB['patients']>
interface By {
  at: Date
  by: number
}

/** The same for an unknown, an expired and a used code. */
const wrongCode = () => fieldError('code', 'This code is invalid or no longer valid. Ask for a new one.')
const linkedAlready = () => conflict('This patient is already linked to an account. Unlink it first.')

/** The portal account of a patient, and the slip that waits; undefined when there is no such patient. */
export const findAccount = async (db: Db, patientId: number, now: Date): Promise<PatientAccount | undefined> => {
  const { rows } = await sql<Patient & PatientAccount>`
    select p.version,
      (select to_json(a) from (
        select u.id, u.email, u.first_name, u.last_name, u.phone, u.date_of_birth, l.kind, l.linked_at, ${nameOf(sql`l.linked_by`)} as linked_by,
          q.way, case when q.way = 'colleague' then ${nameOf(sql`q.ended_by`)} end as confirmed_by
        from users u left join account_links l on l.patient_id = p.id and l.user_id = u.id and l.ended_at is null
        left join account_link_requests q on q.id = l.request_id
        where u.id = p.user_id) a) as account,
      (select to_json(q) from (
        select q.id, q.kind, q.requested_at, q.requested_by, ${nameOf(sql`q.requested_by`)} as requested_by_name, q.differences, q.way, q.contacts,
          q.expires_at, json_build_object('id', u.id, 'email', u.email, 'first_name', u.first_name, 'last_name', u.last_name, 'phone', u.phone,
            'date_of_birth', u.date_of_birth) as account
        from account_link_requests q join users u on u.id = q.user_id
        where q.patient_id = p.id and q.ended_at is null and q.expires_at > ${now}) q) as request,
      (select to_json(s) from (
        select s.made_at, ${nameOf(sql`s.made_by`)} as made_by, s.expires_at from account_link_slips s
        where s.patient_id = p.id and s.used_at is null and s.ended_at is null and s.expires_at > ${now}) s) as slip
    from patients p where p.id = ${patientId}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { account, request, slip, version } = row
  return {
    account: account && { ...account, linked_at: account.linked_at && new Date(account.linked_at) },
    request: request && { ...request, requested_at: new Date(request.requested_at), expires_at: new Date(request.expires_at) },
    slip: slip && { ...slip, made_at: new Date(slip.made_at), expires_at: new Date(slip.expires_at) },
    version,
  }
}

/**
 * The account that shows a code, for the desk to compare. 400 on `code` unless it is one that holds, 409 when the patient or the account
 * is linked already.
 */
export const accountOfCode = async (db: Db, patient: Pick<Patient, 'user_id'>, hash: Buffer, now: Date) => {
  const account = await db
    .selectFrom('account_link_codes as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .leftJoin('patients as p', 'p.user_id', 'u.id')
    .select(['u.id', 'u.email', 'u.first_name', 'u.last_name', 'u.phone', 'u.date_of_birth', 'p.id as linked'])
    .where('c.code_hash', '=', hash)
    .where('c.expires_at', '>', now)
    .where('u.role', '=', 'patient')
    .where('u.is_active', '=', true)
    .executeTakeFirst()
  if (!account) throw wrongCode()
  if (patient.user_id !== null) throw linkedAlready()
  if (account.linked !== null) throw conflict('This account already belongs to another patient.')
  return account
}

/**
 * The account that shows a code and that was compared with the record, for a link to be asked for; the code is used up. Refuses as
 * `accountOfCode`, and with 409 `other_account` an account that nobody compared.
 */
export const takeCode = async (
  db: Db,
  patient: Patient,
  { hash, compared }: { hash: Buffer; compared: number },
  at: Date,
): Promise<number> => {
  const { id: user_id } = await accountOfCode(db, patient, hash, at)
  if (user_id !== compared)
    throw conflict('This code belongs to another account than the one you compared. Check again whose account it is.', {}, 'other_account')
  const { numDeletedRows } = await db
    .deleteFrom('account_link_codes')
    .where('user_id', '=', user_id)
    .where('code_hash', '=', hash)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw wrongCode()
  return user_id
}

export const setAccount = (db: Db, { id, version }: Patient, user_id: number | null) =>
  db
    .updateTable('patients')
    .set({ user_id, version: version + 1 })
    .where('id', '=', id)
    .execute()

/** Unlinks the account of a (locked) patient, with what its inbox says of them, and answers whose it was; 409 when there is none. */
export const unlink = async (db: Db, patient: Patient, reason: string, { at, by }: By): Promise<number> => {
  const { id, user_id } = patient
  if (user_id === null) throw conflict('This patient is not linked to an account.')
  await setAccount(db, patient, null)
  await db
    .updateTable('account_links')
    .set({ ended_at: at, ended_by: by, end_reason: reason })
    .where('patient_id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
  await forgetPatientNews(db, user_id)
  return user_id
}

/** Ends the slip of a (locked) patient that is neither used nor ended; answers its id, undefined when there is none. */
export const endSlip = async (db: Db, patientId: number, end_reason: 'printed again' | 'revoked' | 'linked', { at, by }: By) =>
  (
    await db
      .updateTable('account_link_slips')
      .set({ ended_at: at, ended_by: by, end_reason })
      .where('patient_id', '=', patientId)
      .where('used_at', 'is', null)
      .where('ended_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
  )?.id
