import { sql, type RawBuilder } from 'kysely'
import { afterItemName, cashPriceAt } from '#features/catalogue/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type Position } from '#platform/db/keyset.ts'
import type { stockFilters, StockRow } from '../contract-ledger.ts'
import { searched } from './items.ts'

export interface StockFilters {
  q?: string | undefined
  store?: number | undefined
  category?: StockRow['category'] | undefined
  state?: (typeof stockFilters)[number] | undefined
}

const EXPIRING_DAYS = 90

const levelWith = (condition: RawBuilder<unknown>, store: number | undefined) => sql`
  exists (select from stock_levels l where l.item_id = items.id and ${condition} and ${store === undefined ? sql`true` : sql`l.store_id = ${store}`})`

const inState = (state: StockFilters['state'], store: number | undefined, day: string): RawBuilder<unknown> => {
  if (state === undefined) return sql`true`
  if (state === 'low') return levelWith(sql`l.is_low`, store)
  if (state === 'quarantined') return levelWith(sql`l.has_quarantined`, store)
  if (state === 'out') return sql`${levelWith(sql`l.is_out`, store)} and not ${levelWith(sql`not l.is_out`, store)}`
  return sql`exists (
    select from batches b join batch_stock k on k.item_id = b.item_id and k.batch_id = b.id
    where b.item_id = items.id and b.expires_on between ${day}::date and ${day}::date + ${EXPIRING_DAYS}::integer
      and k.state = 'usable' and k.quantity > 0 and ${store === undefined ? sql`true` : sql`k.store_id = ${store}`})`
}

/** Items in use, and those that still lie somewhere; with a store, those that it keeps. */
const filtered = ({ q, store, category, state }: StockFilters, day: string) => sql`
  from items join stocked_items s on s.item_id = items.id
  where ${searched(q)}
    and ${category === undefined ? sql`true` : sql`items.category = ${category}`}
    and ((s.is_active and items.is_active) or ${levelWith(sql`l.usable + l.quarantined + l.in_transit > 0`, store)})
    and ${store === undefined ? sql`true` : levelWith(sql`true`, store)}
    and ${inState(state, store, day)}`

/** What stores have of the items of `page`: sums and rows, of one store or of all; each table is read once for all of them. */
const inStores = (store: number | undefined, day: string) => {
  const only = (column: RawBuilder<unknown>) => (store === undefined ? sql`true` : sql`${column} = ${store}`)
  return sql`
    select coalesce(l.item_id, o.item_id) as item_id, coalesce(sum(l.usable), 0)::integer as usable,
      coalesce(sum(l.quarantined), 0)::integer as quarantined, coalesce(sum(l.in_transit), 0)::integer as in_transit,
      coalesce(sum(o.units), 0)::integer as on_order, coalesce(sum(v.value), 0)::numeric(20, 2)::text as value,
      coalesce(bool_or(l.is_low), false) as is_low, min(v.next_expiry) as next_expiry,
      json_agg(json_build_object('store', st.id, 'store_name', st.name, 'usable', coalesce(l.usable, 0),
        'quarantined', coalesce(l.quarantined, 0), 'in_transit', coalesce(l.in_transit, 0), 'on_order', coalesce(o.units, 0),
        'minimum', coalesce(l.minimum, 0), 'reorder_level', coalesce(l.reorder_level, 0), 'maximum', l.maximum,
        'is_low', coalesce(l.is_low, false), 'value', coalesce(v.value, 0)::numeric(20, 2)::text, 'version', coalesce(l.version, 1))
        order by st.kind, lower(st.name)) as stores
    from (select l.* from page join stock_levels l on l.item_id = page.id where ${only(sql`l.store_id`)}) l
    full join (
      select o.item_id, d.store_id, sum(o.units - o.received_units) as units
      from page join purchase_order_items o on o.item_id = page.id join purchase_orders d on d.id = o.purchase_order_id
      where o.received_units < o.units and d.status in ('approved', 'sent', 'part-received') and ${only(sql`d.store_id`)}
      group by o.item_id, d.store_id
    ) o on o.item_id = l.item_id and o.store_id = l.store_id
    left join (
      select k.item_id, k.store_id, sum(k.quantity * b.unit_cost) as value,
        min(b.expires_on) filter (where k.state = 'usable' and b.expires_on >= ${day}::date) as next_expiry
      from page join batch_stock k on k.item_id = page.id join batches b on b.item_id = k.item_id and b.id = k.batch_id
      where k.quantity > 0 and ${only(sql`k.store_id`)}
      group by k.item_id, k.store_id
    ) v on v.item_id = l.item_id and v.store_id = l.store_id
    join stores st on st.id = coalesce(l.store_id, o.store_id)
    group by coalesce(l.item_id, o.item_id)`
}

/** Of what no store keeps. */
const nothing = { usable: 0, quarantined: 0, in_transit: 0, on_order: 0, value: '0.00', is_low: false, stores: [] }
type Found = Omit<StockRow, 'stores'> & { sort_name: string; stores: StockRow['stores'] | null }

export interface Asked {
  now: Date
  /** The clinic's. */
  day: string
}

/** Items by name, upwards or downwards, with what each store has of them, in one statement. */
export const findStock = async (
  db: Db,
  { sort = 'name', ...filters }: StockFilters & { sort?: 'name' | '-name' | undefined },
  { now, day }: Asked,
  { cursor, limit }: Position,
) => {
  const order = sort === 'name' ? sql`lower(items.name), items.id` : sql`lower(items.name) desc, items.id desc`
  const next = sort === 'name' ? afterItemName(cursor) : before(sql`lower(items.name)`, sql`items.id`, sql`text`, cursor)
  const { rows } = await sql<Found>`
    with page as materialized (
      select items.*, s.use, s.is_active and items.is_active as is_stocked ${filtered(filters, day)} and ${next} order by ${order} limit ${limit}
    )
    select items.id, items.name, items.code as item_code, items.category, items.use as category_one, items.unit as units_of_measure,
      items.is_stocked as is_active, ${cashPriceAt(now)} as sale_price, x.*, lower(items.name) as sort_name
    from page items left join (${inStores(filters.store, day)}) x on x.item_id = items.id
    order by ${order}`.execute(db)
  return rows.map(({ stores, ...row }) => (stores === null ? { ...row, ...nothing } : { ...row, stores }))
}

export const countStock = async (db: Db, { q, store, category, state }: StockFilters, day: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count ${filtered({ q, store, category, state }, day)}`.execute(db)
  return rows[0]?.count ?? 0
}
