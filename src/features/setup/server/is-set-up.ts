import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'

/**
 * In SQL, of the row of `company`: somebody has set the clinic up, or works in it. Accounts of patients do not count: a stranger could make one
 * and leave the clinic unclaimable.
 */
export const IS_SET_UP = "(company.set_up_at is not null or exists (select from users where role <> 'patient'))"

/** Asks whether the clinic is in somebody's hands. It never goes back to nobody's, so that it is asked until it is. */
export const watchSetUp = (db: Db): (() => Promise<boolean>) => {
  let isSetUp = false
  return async () => {
    if (isSetUp) return true
    const { rows } = await sql<{ is_set_up: boolean }>`select ${sql.raw(IS_SET_UP)} as is_set_up from company`.execute(db)
    isSetUp = rows[0]?.is_set_up ?? false
    return isSetUp
  }
}
