import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'

/**
 * The item of a drug outside the catalogue: prescribed and printed, never active, so that no price, bill or stock names it. One that has
 * this name already, in whatever letter case, is answered; two who name it at once get the same.
 */
export const holdExternalItem = async (db: Db, { name, unit }: { name: string; unit: string }): Promise<{ id: number; isNew: boolean }> => {
  const { rows } = await sql<{ id: number }>`
    insert into items (name, category, unit, is_active, is_external) values (${name}, 'drug', ${unit}, false, true)
    on conflict (lower(name)) where is_external do nothing returning id`.execute(db)
  if (rows[0]) return { id: rows[0].id, isNew: true }
  const known = await sql<{ id: number }>`select id from items where lower(name) = lower(${name}) and is_external`.execute(db)
  return { id: known.rows[0]!.id, isNew: false }
}
