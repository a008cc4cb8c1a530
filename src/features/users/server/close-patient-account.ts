import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { endUserSessions } from './sessions.ts'

/**
 * Takes the account of a patient who died out of use and ends its sessions: nobody signs in with it, whoever knows its password. Answers its
 * version; null for an account that was out of use before, or is no patient's.
 */
export const closePatientAccount = async (db: Db, account: number, now: Date): Promise<number | null> => {
  const { rows } = await sql<{ version: number }>`
    update users set is_active = false, disabled_at = ${now}, version = version + 1
    where id = ${account} and role = 'patient' and is_active returning version`.execute(db)
  if (!rows[0]) return null
  await endUserSessions(db, account, 'disabled', now)
  return rows[0].version
}

/** Takes it into use again; false where it was changed since. */
export const reopenPatientAccount = async (db: Db, account: number, version: number): Promise<boolean> => {
  const { rows } = await sql`
    update users set is_active = true, disabled_at = null, version = version + 1
    where id = ${account} and version = ${version} and not is_active returning id`.execute(db)
  return rows.length > 0
}
