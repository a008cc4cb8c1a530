import { sql, type Selectable } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { DB } from '#platform/db/tables.gen.ts'
import { conflict } from '#platform/errors/problem.ts'
import { endSlip } from './link-account.ts'

const SLIP_DAYS = 14

/**
 * Keeps a new slip of a (locked) patient by its hash and ends the one before; answers its id and until when it serves. 409 for a patient
 * who is linked already, or whose date of birth nobody can confirm.
 */
export const insertSlip = async (db: Db, patient: Selectable<DB['patients']>, code_hash: Buffer, { at, by }: { at: Date; by: number }) => {
  if (patient.user_id !== null) throw conflict('This patient is linked to an account already. Unlink it first.')
  if (patient.date_of_birth === null || patient.is_birth_date_estimated)
    throw conflict('The slip is used together with the date of birth: write down the exact one first.', {}, 'no_birth_date')
  await endSlip(db, patient.id, 'printed again', { at, by })
  const expires_at = new Date(at.getTime() + SLIP_DAYS * 86_400_000)
  const { id } = await db
    .insertInto('account_link_slips')
    .values({ patient_id: patient.id, code_hash, made_at: at, made_by: by, expires_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, expires_at }
}

interface Use {
  hash: Buffer
  born: string
  account: number
  at: Date
}

/**
 * Links an account by a slip. Answers the patient of the slip and whether the date of birth was theirs; undefined for a code that is on
 * no slip that serves. The third wrong date of birth ends a slip.
 */
export const linkBySlip = async (
  db: Db,
  { hash, born, account, at }: Use,
): Promise<{ patient_id: number; is_linked: boolean } | undefined> => {
  const { rows } = await sql<{ patient_id: number; is_linked: boolean }>`
    select patient_id, is_linked from use_link_slip(${hash}, ${born}::date, ${account}::integer, ${at}::timestamptz)`.execute(db)
  return rows[0]
}
