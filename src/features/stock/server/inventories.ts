import { sql, type RawBuilder } from 'kysely'
import { cashPriceAt } from '#features/catalogue/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Position } from '#platform/db/keyset.ts'
import type { Expiring, Inventory } from '../contract-ledger.ts'
import { costText, packSizes, withSizes } from './item-columns.ts'
import { searched } from './items.ts'

export interface InventoryFilters {
  item?: number | undefined
  store?: number | undefined
  supplier?: number | undefined
  q?: string | undefined
  state?: Inventory['state'] | undefined
  expiring?: '30' | '60' | '90' | undefined
}

type Raw<T> = Omit<T, 'packed' | 'subpacked'> & { pack_sizes: number[] }

/** Expires on the day or within so many days of it. */
const within = (day: string, days: string) => sql`b.expires_on between ${day}::date and ${day}::date + ${Number(days)}::integer`

const filtered = ({ item, store, supplier, q, state, expiring }: InventoryFilters, day: string) => sql`
  from batch_stock k join items on items.id = k.item_id
    ${expiring === undefined && supplier === undefined ? sql`` : sql`join batches b on b.id = k.batch_id`}
  where k.quantity > 0 and ${searched(q)}
    and ${item === undefined ? sql`true` : sql`k.item_id = ${item}`}
    and ${store === undefined ? sql`true` : sql`k.store_id = ${store}`}
    and ${supplier === undefined ? sql`true` : sql`b.supplier_id = ${supplier}`}
    and ${state === undefined ? sql`true` : sql`k.state = ${state}`}
    and ${expiring === undefined ? sql`true` : within(day, expiring)}`

const columns = (now: Date) => sql`
  k.id, k.item_id as item, items.name as item_name, items.code as item_code, items.unit as units_of_measure, items.category,
  s.use as category_one, k.store_id as store, st.name as store_name, k.batch_id as batch, b.lot as lot_number, b.expires_on as expiry_date,
  b.supplier_id as supplier, (select name from suppliers where id = b.supplier_id) as supplier_name,
  exists (select from recalls r where r.item_id = k.item_id and r.lot = b.lot and r.lifted_at is null) as is_recalled, k.state,
  k.quantity as quantity_in_stock, l.usable + l.quarantined as total_quantity, ${costText(sql`b.unit_cost`)} as purchase_price,
  ${cashPriceAt(now)} as sale_price, (k.quantity * b.unit_cost)::numeric(20, 2)::text as value, ${packSizes(sql`k.item_id`)} as pack_sizes,
  b.received_at as date_created`

const joins = sql`
  join items on items.id = k.item_id join stocked_items s on s.item_id = k.item_id join stores st on st.id = k.store_id
  join batches b on b.id = k.batch_id join stock_levels l on l.item_id = k.item_id and l.store_id = k.store_id`

const insurerPrices = (day: string) => sql`coalesce((
  select json_agg(json_build_object('id', c.id, 'insurance_name', replace(lower(c.name), ' ', '_'), 'price', p.price::text) order by lower(c.name))
  from price_lists pl join insurance_companies c on c.id = pl.insurance_company_id
  join lateral (
    select p.price from prices p where p.price_list_id = pl.id and p.item_id = k.item_id and p.valid_from <= ${day}::date
      and (p.valid_until is null or p.valid_until >= ${day}::date) order by p.valid_from desc limit 1
  ) p on true
  where pl.is_active), '[]') as insurance_sale_prices`

/** What lies where, newest first; `day` is the clinic's. */
export const findInventories = async (
  db: Db,
  filters: InventoryFilters,
  { now, day }: { now: Date; day: string },
  { cursor, limit }: Position,
): Promise<Inventory[]> => {
  const older = cursor === null ? sql`true` : sql`k.id < ${cursor[1]}`
  const { rows } = await sql<Raw<Inventory>>`
    select ${columns(now)}, ${insurerPrices(day)}
    from (select k.* ${filtered(filters, day)} and ${older} order by k.id desc limit ${limit}) k ${joins}
    order by k.id desc`.execute(db)
  return rows.map(withSizes)
}

export const countInventories = async (db: Db, filters: InventoryFilters, day: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count ${filtered(filters, day)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** A batch as it lies in a store. */
export const findInventory = async (
  db: Db,
  { item, batch, store }: { item: number; batch: number; store: number },
  { now, day }: { now: Date; day: string },
): Promise<Inventory | undefined> => {
  const { rows } = await sql<Raw<Inventory>>`
    select ${columns(now)}, ${insurerPrices(day)}
    from (select * from batch_stock where item_id = ${item} and batch_id = ${batch} and store_id = ${store} and state = 'usable') k
    ${joins}`.execute(db)
  return rows.map(withSizes)[0]
}

export interface ExpiringFilters {
  days?: '30' | '60' | '90' | undefined
  store?: number | undefined
  expired?: boolean | undefined
  state?: 'usable' | 'quarantined' | undefined
}

const expiringRows = ({ days = '90', store, expired = false, state }: ExpiringFilters, day: string): RawBuilder<unknown> => sql`
  from batches b join batch_stock k on k.item_id = b.item_id and k.batch_id = b.id
  where k.quantity > 0
    and ${store === undefined ? sql`true` : sql`k.store_id = ${store}`}
    and ${expired ? sql`b.expires_on < ${day}::date` : within(day, days)}
    and ${!expired ? sql`k.state = 'usable'` : state === undefined ? sql`k.state <> 'in transit'` : sql`k.state = ${state}`}`

/** What expires soon, or has expired and lies there still, by day. */
export const findExpiring = async (
  db: Db,
  filters: ExpiringFilters,
  { now, day }: { now: Date; day: string },
  { cursor, limit }: Position,
): Promise<Expiring[]> => {
  const later = cursor === null ? sql`true` : sql`(b.expires_on, k.id) > (${cursor[0]}::date, ${cursor[1]}::integer)`
  const { rows } = await sql<Raw<Expiring>>`
    select ${columns(now)}, b.expires_on - ${day}::date as days_left
    from (
      select k.*, b.expires_on ${expiringRows(filters, day)} and ${later} order by b.expires_on, k.id limit ${limit}
    ) k ${joins}
    order by b.expires_on, k.id`.execute(db)
  return rows.map(withSizes)
}

export const countExpiring = async (db: Db, filters: ExpiringFilters, day: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count ${expiringRows(filters, day)}`.execute(db)
  return rows[0]?.count ?? 0
}
