import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { conflict } from '#platform/errors/problem.ts'
import { oneTimeUntil } from './choose-password.ts'
import { deleteSecondFactor } from './second-factors.ts'

interface By {
  id: number
  now: Date
}

/**
 * Before staff change what a patient's account is signed in with, or whose kind of account it is: 409 `linked_account` while it is on a
 * record, which that would open to them. An account that waits to be linked has to be shown and confirmed anew afterwards.
 */
export const requireUnlinked = async (db: Db, account: number, { id: by, now }: By) => {
  // Requests end first: a confirmation under way is waited for, and its link is found below.
  await sql`
    with codes as (delete from account_link_codes where user_id = ${account})
    update account_link_requests set ended_at = ${now}, ended_by = ${by}, outcome = 'refused', note = 'The account was changed.'
    where user_id = ${account} and ended_at is null`.execute(db)
  const linked = await db.selectFrom('patients').select('id').where('user_id', '=', account).executeTakeFirst()
  if (linked)
    throw conflict(
      'This account is linked to a patient’s record. Unlink it first, then link it again: that is confirmed by the contact on file or by a second staff member.',
      {},
      'linked_account',
    )
}

/**
 * Gives an account a one-time password in the place of its own; browsers that knew the old one are strangers now. 409 `linked_account` while
 * it is on a record.
 */
export const giveOneTimePassword = async (db: Db, account: number, hash: string, by: By) => {
  await requireUnlinked(db, account, by)
  await db
    .updateTable('users')
    .set({
      password_hash: hash,
      must_change_password: true,
      one_time_until: oneTimeUntil(by.now),
      known_devices: [],
      version: sql`version + 1`,
    })
    .where('id', '=', account)
    .execute()
}

/** Deletes the second factor of another's account; false without one. 409 `linked_account` while the account is on a record. */
export const deleteFactorOfAnother = async (db: Db, account: number, by: By): Promise<boolean> => {
  await requireUnlinked(db, account, by)
  return deleteSecondFactor(db, account)
}
