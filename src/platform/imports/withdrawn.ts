import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { ImportKind } from '#platform/db/tables.gen.ts'

/** Of records out of use, those that an import brought and its undoing took out of use: a later file may bring them back. */
export const findWithdrawn = async (db: Db, kind: ImportKind, ids: readonly number[]): Promise<ReadonlySet<number>> => {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select distinct r.entity_id as id from import_rows r join imports i on i.id = r.import_id
    where r.state = 'withdrawn' and r.entity_id = any(${ids}::integer[]) and i.kind = ${kind}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
