import type { Selectable } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { DB } from '#platform/db/tables.gen.ts'
import { conflict } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { requestLink } from './account-requests.ts'
import { endSlip } from './link-account.ts'
import { lockPatient } from './queries.ts'

const SLIP_DAYS = 14

/**
 * Keeps a new slip of a (locked) patient by its hash and ends the one before; answers its id and until when it serves. 409 for a patient
 * who is linked already, or whose date of birth nobody can confirm.
 */
export const insertSlip = async (db: Db, patient: Selectable<DB['patients']>, code_hash: Buffer, { at, by }: { at: Date; by: number }) => {
  if (patient.user_id !== null) throw conflict('This patient is already linked to an account. Unlink it first.')
  if (patient.date_of_birth === null || patient.is_birth_date_estimated)
    throw conflict('The slip needs the exact date of birth. Record it first.', {}, 'no_birth_date')
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
}

const MOST_TRIES = 3

/**
 * Uses a slip: an account is to be linked with its patient. Answers the patient of the slip, and the request that was made of it where the date
 * of birth was theirs; undefined for a code that is on no slip that serves. The third wrong date of birth ends a slip.
 */
export const useSlip = async (
  work: Pick<Context, 'db' | 'now' | 'publish'>,
  { hash, born, account }: Use,
): Promise<{ patient_id: number; request: number | null } | undefined> => {
  const { db, now } = work
  const found = await db.selectFrom('account_link_slips').select('patient_id').where('code_hash', '=', hash).executeTakeFirst()
  // The record first, as the desk does.
  const patient = found && (await lockPatient(db, found.patient_id))
  const slip = await db
    .selectFrom('account_link_slips')
    .selectAll()
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()
  if (!patient || !slip || patient.user_id !== null || patient.deactivated_at !== null) return undefined
  const change = db.updateTable('account_link_slips').where('id', '=', slip.id)
  if (patient.date_of_birth !== born) {
    const tries = slip.tries + 1
    await change.set({ tries, ...(tries >= MOST_TRIES && { ended_at: now, end_reason: 'wrong tries' }) }).execute()
    return { patient_id: patient.id, request: null }
  }
  await change.set({ used_at: now, used_by: account }).execute()
  return { patient_id: patient.id, request: await requestLink(work, patient, { account, kind: 'slip', by: slip.made_by }) }
}
