import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'

/** Only one process of those that share a database speaks with the instruments: it holds this advisory lock. */
export const LINE_LOCK = 418_290_555

/** Whether some process speaks with the instruments now. */
export const isLineUp = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ is_up: boolean }>`
    select exists (
      select from pg_locks where locktype = 'advisory' and classid = 0 and objid = ${LINE_LOCK} and objsubid = 1 and granted
        and database = (select oid from pg_database where datname = current_database())
    ) as is_up`.execute(db)
  return rows[0]?.is_up ?? false
}
