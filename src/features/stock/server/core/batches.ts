import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'

export interface NewBatch {
  item: number
  /** Empty: none was on the pack. */
  lot: string
  expires_on: string | null
  /** Of one unit, six decimals at most. */
  unit_cost: string
  supplier: number | null
}

/** The batches of that description, made where there is none yet; their ids in the order given. */
export const keepBatches = async (db: Db, batches: readonly NewBatch[], now: Date): Promise<number[]> => {
  const wanted = sql`(
    select w.place, w.item, upper(btrim(w.lot)) as lot, w.expires_on, w.unit_cost, w.supplier
    from rows from (json_to_recordset(${JSON.stringify(batches)}::json)
      as (item integer, lot text, expires_on date, unit_cost numeric(16, 6), supplier integer)) with ordinality
      as w(item, lot, expires_on, unit_cost, supplier, place)
  )`
  // In one order by all, so that no two wait for each other.
  await sql`
    insert into batches (item_id, lot, expires_on, unit_cost, supplier_id, received_at)
    select distinct w.item, w.lot, w.expires_on, w.unit_cost, w.supplier, ${now}::timestamptz from ${wanted} w
    order by w.item, w.lot, w.expires_on, w.unit_cost, w.supplier
    on conflict on constraint batches_key do nothing`.execute(db)
  const { rows } = await sql<{ id: number }>`
    select b.id from ${wanted} w join batches b on b.item_id = w.item and b.lot = w.lot and b.unit_cost = w.unit_cost
      and b.expires_on is not distinct from w.expires_on and b.supplier_id is not distinct from w.supplier
    order by w.place`.execute(db)
  return rows.map(({ id }) => id)
}

/** Lots of these items that must not be used, as `item:lot`. */
export const findRecalled = async (db: Db, items: readonly number[]): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('recalls')
    .select(['item_id', 'lot'])
    .where('lifted_at', 'is', null)
    .where(sql<boolean>`item_id = any(${items}::integer[])`)
    .execute()
  return new Set(rows.map(({ item_id, lot }) => `${item_id}:${lot}`))
}
