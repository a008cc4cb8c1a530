import { sql } from 'kysely'
import { matchRows } from '#features/catalogue/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { findRecalled } from '../core/batches.ts'
import { dayOf } from '../core/numbers.ts'
import type { OpeningCells, OpeningRow } from './columns.ts'

export interface KnownItem {
  id: number
  unit: string
  is_stocked: boolean
  needs_lot: boolean
  needs_expiry: boolean
}
/** What the clinic has of what the rows of a file name. */
export interface Known {
  matches: Awaited<ReturnType<typeof matchRows>>
  items: ReadonlyMap<number, KnownItem>
  /** Stores by name in small letters, and the one that is meant where none is named. */
  stores: ReadonlyMap<string, { id: number; is_active: boolean }>
  usual: number | null
  /** Units of a pack, by item and the pack's name in small letters. */
  packs: ReadonlyMap<string, number>
  recalled: ReadonlySet<string>
  today: string
}

const findItems = async (db: Db, ids: readonly number[]): Promise<KnownItem[]> => {
  const { rows } = await sql<KnownItem>`
    select i.id, i.unit, coalesce(s.is_active and i.is_active, false) as is_stocked, coalesce(s.needs_lot, false) as needs_lot,
      coalesce(s.needs_expiry, false) as needs_expiry
    from items i left join stocked_items s on s.item_id = i.id where i.id = any(${ids}::integer[])`.execute(db)
  return rows
}

const findPacks = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('item_packs')
    .select(['item_id', 'name', 'units'])
    .where('is_active', '=', true)
    .where(sql<boolean>`item_id = any(${ids}::integer[])`)
    .execute()

/** Looks up, for all rows at once, whatever they name. */
export const findKnown = async (db: Db, rows: readonly OpeningRow[], parsed: readonly OpeningCells[], now: Date): Promise<Known> => {
  const keys = rows.map(({ row }, place) => ({ row, code: parsed[place]?.code, name: parsed[place]?.name }))
  const matches = await matchRows(db, keys, { hold: false })
  const ids = [...new Set(matches.flatMap(({ by_code, by_name }) => [by_code, by_name].filter((id) => id !== null)))]
  const stores = await db.selectFrom('stores').select(['id', 'name', 'is_active']).orderBy('kind').orderBy('id').execute()
  const packs = await findPacks(db, ids)
  return {
    matches,
    items: new Map((await findItems(db, ids)).map((item) => [item.id, item])),
    stores: new Map(stores.map((store) => [store.name.toLowerCase(), store])),
    usual: stores.find(({ is_active }) => is_active)?.id ?? null,
    packs: new Map(packs.map(({ item_id, name, units }) => [`${item_id}:${name.toLowerCase()}`, units])),
    recalled: await findRecalled(db, ids),
    today: await dayOf(db, now),
  }
}

/** Which stores have moved which items already, as `item:store`. */
export const findMoved = async (db: Db, places: readonly { item: number; store: number }[]): Promise<Set<string>> => {
  const { rows } = await sql<{ item: number; store: number }>`
    select l.item_id as item, l.store_id as store
    from unnest(${places.map(({ item }) => item)}::integer[], ${places.map(({ store }) => store)}::integer[]) as p (item, store)
    join stock_levels l on l.item_id = p.item and l.store_id = p.store and l.moved_at is not null`.execute(db)
  return new Set(rows.map(({ item, store }) => `${item}:${store}`))
}
