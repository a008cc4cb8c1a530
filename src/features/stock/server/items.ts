import { sql, type RawBuilder } from 'kysely'
import { afterItemName, cashPriceAt, itemMatches } from '#features/catalogue/public.ts'
import { clinicDay } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Position } from '#platform/db/keyset.ts'
import type { StockItem, StockItemCard, StockLevel } from '../contract-items.ts'
import { barcodesOf, costText, lastCost, onOrder, packSizes, packsOf, valueOf, withSizes } from './item-columns.ts'

export interface StockItemFilters {
  q?: string | undefined
  category?: StockItem['category'] | undefined
  category_one?: StockItem['category_one'] | undefined
  supplier?: number | undefined
  active?: boolean | undefined
}

/** How a search finds items: by name and code as the catalogue does; what could be one, by a whole barcode too. */
export const searched = (q: string | undefined): RawBuilder<boolean> => {
  if (q === undefined) return sql<boolean>`true`
  if (!/^\s*(?=\S*\d)\S{4,}\s*$/u.test(q)) return itemMatches(q)
  return sql<boolean>`items.id in (select items.id from items where ${itemMatches(q)} union select item_id from barcodes where code = ${q.trim()})`
}

const filtered = ({ q, category, category_one, supplier, active }: StockItemFilters) => sql`
  from items join stocked_items s on s.item_id = items.id
  where ${searched(q)}
    and ${category === undefined ? sql`true` : sql`items.category = ${category}`}
    and ${category_one === undefined ? sql`true` : sql`s.use = ${category_one}`}
    and ${supplier === undefined ? sql`true` : sql`s.supplier_id = ${supplier}`}
    and ${active === undefined ? sql`true` : sql`(s.is_active and items.is_active) = ${active}`}`

type Raw<T> = Omit<T, 'packed' | 'subpacked'> & { pack_sizes: number[]; sort_name: string }

const itemColumns = (now: Date, all: boolean) => sql`
  items.id, items.code as item_code, items.name, s.description as desc, items.category, items.unit as units_of_measure,
  s.use as category_one, ${packSizes(sql`items.id`)} as pack_sizes, t.rate as vat_rate, ${cashPriceAt(now)} as sale_price,
  s.supplier_id as supplier, p.name as supplier_name, s.needs_lot, s.needs_expiry, s.is_controlled, s.lead_days, s.safety_days,
  s.slow_after_days as slow_moving_period, s.is_active and items.is_active as is_active, s.version + items.version - 1 as version,
  ${barcodesOf(sql`items.id`)} as barcodes, ${packsOf(sql`items.id`, all)} as packs, lower(items.name) as sort_name`

const itemJoins = sql`join stocked_items s on s.item_id = items.id join tax_classes t on t.id = items.tax_class_id
  left join suppliers p on p.id = s.supplier_id`

/** Items that are kept in stock, by name. */
export const findStockItems = async (db: Db, filters: StockItemFilters, now: Date, { cursor, limit }: Position) => {
  const { rows } = await sql<Raw<StockItem>>`
    select ${itemColumns(now, false)}
    from (select items.* ${filtered(filters)} and ${afterItemName(cursor)} order by lower(items.name), items.id limit ${limit}) items
    ${itemJoins}
    order by lower(items.name), items.id`.execute(db)
  return rows.map(withSizes)
}

export const countStockItems = async (db: Db, filters: StockItemFilters): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count ${filtered(filters)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** What each store in use, and each that has something, has of one item; of one store when it is named. */
export const findLevels = async (db: Db, item: number, store?: number): Promise<StockLevel[]> => {
  const { rows } = await sql<StockLevel>`
    select st.id as store, st.name as store_name, coalesce(l.usable, 0) as usable, coalesce(l.quarantined, 0) as quarantined,
      coalesce(l.in_transit, 0) as in_transit, ${onOrder(sql`${item}::integer`, sql`st.id`)} as on_order, coalesce(l.minimum, 0) as minimum,
      coalesce(l.reorder_level, 0) as reorder_level, l.maximum, coalesce(l.is_low, false) as is_low,
      ${valueOf(sql`${item}::integer`, sql`st.id`)} as value, coalesce(l.version, 1) as version
    from stores st left join stock_levels l on l.item_id = ${item} and l.store_id = st.id
    where ${store === undefined ? sql`(st.is_active or l.usable + l.quarantined + l.in_transit > 0)` : sql`st.id = ${store}`}
    order by st.kind, lower(st.name)`.execute(db)
  return rows
}

/** What lies somewhere of an item, batch by batch, the first to expire first. */
const findBatches = async (db: Db, item: number, now: Date): Promise<StockItemCard['batches']> => {
  const { rows } = await sql<StockItemCard['batches'][number]>`
    select b.id, b.lot, b.expires_on, ${costText(sql`b.unit_cost`)} as unit_cost, b.supplier_id as supplier, p.name as supplier_name,
      b.received_at, coalesce(b.expires_on < ${clinicDay(now)}, false) as is_expired,
      exists (select from recalls r where r.item_id = b.item_id and r.lot = b.lot and r.lifted_at is null) as is_recalled, k.places
    from (
      select k.batch_id, json_agg(json_build_object('store', k.store_id, 'store_name', st.name, 'state', k.state, 'quantity', k.quantity)
        order by st.kind, lower(st.name), k.state) as places
      from batch_stock k join stores st on st.id = k.store_id where k.item_id = ${item} and k.quantity > 0 group by k.batch_id
    ) k
    join batches b on b.id = k.batch_id left join suppliers p on p.id = b.supplier_id
    order by b.expires_on nulls last, b.received_at, b.id`.execute(db)
  return rows
}

/** The card of an item; undefined when it is not kept in stock. */
export const findCard = async (db: Db, id: number, now: Date): Promise<StockItemCard | undefined> => {
  const { rows } = await sql<Raw<Omit<StockItemCard, 'levels' | 'batches'>>>`
    select ${itemColumns(now, true)}, coalesce(l.usable, 0) as usable, coalesce(l.quarantined, 0) as quarantined,
      coalesce(l.in_transit, 0) as in_transit, ${onOrder(sql`items.id`, null)} as on_order, ${valueOf(sql`items.id`, null)} as value,
      ${lastCost(sql`items.id`)} as last_cost
    from items ${itemJoins}
    left join lateral (
      select sum(usable)::integer as usable, sum(quarantined)::integer as quarantined, sum(in_transit)::integer as in_transit
      from stock_levels where item_id = items.id
    ) l on true
    where items.id = ${id}`.execute(db)
  const item = rows[0]
  if (!item) return undefined
  const [levels, batches] = await Promise.all([findLevels(db, id), findBatches(db, id, now)])
  return { ...withSizes(item), levels, batches }
}
