import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { requireSelf } from '#platform/db/self.ts'
import { Problem } from '#platform/errors/problem.ts'

const PATIENCE_MS = 3_000

interface Found {
  session: string
  acting: string
  is_read_only: boolean
}

const look = async (db: Db) => {
  const found = await sql<Found>`select session_user::text as session, current_user::text as acting,
    pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as is_read_only`.execute(db)
  requireSelf('kliniki_app', found)
  if (found.rows[0]?.is_read_only) throw new Problem(503, 'read_only', 'The database can only be read right now.')
}

/**
 * Whether requests can be served: the database answers soon, may be written, and takes this program for who it is. Who asks while a look is
 * under way waits for that one, so that a database that says nothing holds one connection up and not all.
 */
export const readiness = (db: Db): (() => Promise<void>) => {
  let looking: Promise<void> | undefined
  return async () => {
    looking ??= look(db).finally(() => (looking = undefined))
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, failed) => {
      timer = setTimeout(() => failed(new Problem(503, 'unavailable', 'The database does not answer.')), PATIENCE_MS)
    })
    try {
      await Promise.race([looking, late])
    } finally {
      clearTimeout(timer)
    }
  }
}
