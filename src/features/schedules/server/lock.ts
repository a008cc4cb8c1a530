import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'

/** Lets one change of sessions, leave and rooms at a time through: whether they overlap is asked and answered without anybody between. */
export const lockSchedules = async (db: Db) => {
  await sql`select pg_advisory_xact_lock(hashtextextended('schedules', 0))`.execute(db)
}
