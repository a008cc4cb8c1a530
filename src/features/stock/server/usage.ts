import { sql, type RawBuilder } from 'kysely'
import { afterItemName } from '#features/catalogue/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Position } from '#platform/db/keyset.ts'
import type { LowRow } from '../contract-ledger.ts'
import { type Demand, USAGE_DAYS } from '../reorder.ts'
import { lastCost, onOrder, packsOf } from './item-columns.ts'
import { searched } from './items.ts'

const only = (column: RawBuilder<unknown>, store: number | undefined) => (store === undefined ? sql`true` : sql`${column} = ${store}`)
const isUse = sql`m.kind in ('dispense', 'otc', 'consume')`

/** What is used of `items.id` and what there is of it, of one store or of all; from a statement that has `s`, how it is stocked. */
const demandOf = (day: string, store: number | undefined) => sql`
  (select coalesce(-sum(m.quantity), 0)::integer from stock_movements m
    where m.item_id = items.id and ${isUse} and m.day > ${day}::date - ${USAGE_DAYS}::integer and ${only(sql`m.store_id`, store)}) as used,
  greatest(1, least(${USAGE_DAYS}, ${day}::date + 1 - coalesce((
    select m.day from stock_movements m where m.item_id = items.id and ${only(sql`m.store_id`, store)} order by m.id limit 1), ${day}::date))) as days,
  x.usable, x.in_transit, x.reorder_level, x.maximum, x.is_due, s.lead_days, s.safety_days,
  ${onOrder(sql`items.id`, store === undefined ? null : sql`${store}::integer`)} as on_order,
  (select max(p.units) from item_packs p where p.item_id = items.id and p.is_active) as largest_pack`

/** What is on its way to the store of a level `l`, of recalled lots: it will not be used there. */
const stopped = sql`
  select coalesce(sum(k.quantity), 0)::integer as stopped
  from batch_stock k join batches b on b.item_id = k.item_id and b.id = k.batch_id
  join recalls c on c.item_id = b.item_id and c.lot = b.lot and c.lifted_at is null
  where l.in_transit > 0 and k.item_id = l.item_id and k.store_id = l.store_id and k.state = 'in transit'`

const levelsOf = (store: number | undefined) => sql`
  select coalesce(sum(usable), 0)::integer as usable, coalesce(sum(in_transit - r.stopped), 0)::integer as in_transit,
    coalesce(sum(reorder_level), 0)::integer as reorder_level,
    case when bool_and(maximum is not null) filter (where reorder_level > 0) then sum(maximum)::integer end as maximum,
    coalesce(bool_or(reorder_level > 0 and usable + in_transit - r.stopped <= reorder_level
      and usable + in_transit - r.stopped + ${onOrder(sql`items.id`, sql`l.store_id`)} <= reorder_level), false) as is_due
  from stock_levels l cross join lateral (${stopped}) r where l.item_id = items.id and ${only(sql`l.store_id`, store)}`

/** What is used of an item and what there is; undefined when it is not kept in stock. */
export const findDemand = async (db: Db, item: number, day: string, store?: number) => {
  const { rows } = await sql<Demand & { units_of_measure: string }>`
    select items.unit as units_of_measure, ${demandOf(day, store)}
    from items join stocked_items s on s.item_id = items.id cross join lateral (${levelsOf(store)}) x
    where items.id = ${item}`.execute(db)
  return rows[0]
}

/** Units used in each of the last weeks, from Monday to Sunday, the earliest first. */
export const findWeeks = async (db: Db, item: number, day: string, weeks: number, store?: number) => {
  const { rows } = await sql<{ week: string; quantity: number }>`
    select w.week, coalesce(sum(u.quantity), 0)::integer as quantity
    from (select (date_trunc('week', ${day}::date::timestamp) - n * interval '7 days')::date as week
      from generate_series(0, ${weeks - 1}::integer) n) w
    left join (
      select date_trunc('week', m.day::timestamp)::date as week, -sum(m.quantity) as quantity from stock_movements m
      where m.item_id = ${item} and ${isUse} and ${only(sql`m.store_id`, store)}
        and m.day >= date_trunc('week', ${day}::date::timestamp)::date - ${(weeks - 1) * 7}::integer and m.day <= ${day}::date
      group by 1
    ) u on u.week = w.week
    group by w.week order by w.week`.execute(db)
  return rows
}

export interface LowFilters {
  store?: number | undefined
  supplier?: number | undefined
  q?: string | undefined
}
const lowItems = ({ store, supplier, q }: LowFilters) => sql`
  from items join stocked_items s on s.item_id = items.id
  where s.is_active and items.is_active and ${searched(q)} and ${supplier === undefined ? sql`true` : sql`s.supplier_id = ${supplier}`}
    and exists (select from stock_levels l where l.item_id = items.id and l.is_low and ${only(sql`l.store_id`, store)})`

type RawLow = Omit<LowRow, 'average_per_day' | 'days_left' | 'suggested_order'> & Demand & { sort_name: string }

/** Items of which a store has too little, by name, with what is used of them. */
export const findLow = async (db: Db, filters: LowFilters, day: string, { cursor, limit }: Position): Promise<RawLow[]> => {
  const { store } = filters
  const { rows } = await sql<RawLow>`
    select items.id, items.name, items.code as item_code, items.category, items.unit as units_of_measure, s.supplier_id as supplier,
      p.name as supplier_name, ${packsOf(sql`items.id`, false)} as packs, ${lastCost(sql`items.id`)} as last_cost, ${demandOf(day, store)},
      (select json_agg(json_build_object('store', st.id, 'store_name', st.name, 'usable', l.usable, 'in_transit', l.in_transit,
          'on_order', ${onOrder(sql`items.id`, sql`st.id`)}, 'minimum', l.minimum, 'reorder_level', l.reorder_level, 'maximum', l.maximum)
          order by st.kind, lower(st.name))
        from stock_levels l join stores st on st.id = l.store_id
        where l.item_id = items.id and l.is_low and ${only(sql`l.store_id`, store)}) as stores,
      lower(items.name) as sort_name
    from (select items.* ${lowItems(filters)} and ${afterItemName(cursor)} order by lower(items.name), items.id limit ${limit}) items
    join stocked_items s on s.item_id = items.id left join suppliers p on p.id = s.supplier_id
    cross join lateral (${levelsOf(store)}) x
    order by lower(items.name), items.id`.execute(db)
  return rows
}

export const countLow = async (db: Db, filters: LowFilters): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count ${lowItems(filters)}`.execute(db)
  return rows[0]?.count ?? 0
}
