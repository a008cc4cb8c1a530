import type { Selectable } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { DB } from '#platform/db/tables.gen.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'

/**
 * Links the active patient account with this e-mail to a locked patient, or unlinks with null; answers the id of the account that is
 * linked now. 400 without such an account, 409 when the patient or (by the constraint) the account is linked already.
 */
export const setAccount = async (db: Db, patient: Selectable<DB['patients']>, email: string | null): Promise<number | null> => {
  if (email === null && patient.user_id === null) throw fieldError('email', 'No account is linked. Enter the e-mail of a patient account.')
  if (email !== null && patient.user_id !== null) throw conflict('This patient is linked to an account already. Unlink it first.')
  const userId = email === null ? null : await lockAccount(db, email)
  await db
    .updateTable('patients')
    .set({ user_id: userId, version: patient.version + 1 })
    .where('id', '=', patient.id)
    .execute()
  return userId
}

const lockAccount = async (db: Db, email: string) => {
  const account = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('role', '=', 'patient')
    .where('is_active', '=', true)
    .forShare()
    .executeTakeFirst()
  if (!account) throw fieldError('email', 'There is no patient account with this e-mail.')
  return account.id
}
