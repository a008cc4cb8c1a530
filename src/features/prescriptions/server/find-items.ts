import { sql } from 'kysely'
import { factsOf, joinRecordedFacts, recordedFactColumns, type DrugFacts, type RecordedFacts } from '#features/drugs/public.ts'
import type { Db } from '#platform/db/connect.ts'

/** An item as a line names it. */
export interface KnownItem {
  id: number
  name: string
  category: string
  unit: string
  is_external: boolean
  facts: DrugFacts
}

const which = {
  /** In use in the catalogue. */
  sold: sql`t.is_active`,
  /** These, and what is obtained elsewhere. */
  prescribable: sql`(t.is_active or t.is_external)`,
  any: sql`true`,
}

/** Those of the items that are drugs or consumables, by id. */
export const findItems = async (db: Db, ids: readonly number[], of: keyof typeof which = 'sold'): Promise<Map<number, KnownItem>> => {
  const { rows } = await sql<Omit<KnownItem, 'facts'> & RecordedFacts>`
    select t.id, t.name, t.category, t.unit, t.is_external, ${recordedFactColumns} from items t ${joinRecordedFacts}
    where t.id = any(${ids}::integer[]) and t.category in ('drug', 'consumable') and ${which[of]}`.execute(db)
  return new Map(rows.map((row) => [row.id, { ...row, facts: factsOf(row.name, row) }]))
}
