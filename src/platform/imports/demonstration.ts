import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { conflict } from '#platform/errors/problem.ts'

/**
 * 409 while a demonstration is there, is being loaded or is being removed. A row that means the demonstration's would change nothing now,
 * and be missing once that is gone. What was begun and broke off counts no longer than it may take. None is begun until the transaction ends.
 */
export const requireNoDemonstration = async (db: Db): Promise<void> => {
  const { rows } = await sql<{ is_there: boolean }>`
    select work is not null and asked_at > now() - interval '15 minutes' or exists (select from demonstration_rows) as is_there from demonstration for key share`.execute(
    db,
  )
  if (rows[0]?.is_there) throw conflict('Remove the demonstration first: rows of this file could refer to its data.', {}, 'demonstration')
}
