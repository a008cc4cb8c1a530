import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/db/connect.ts'

const USED_DAYS = 30
const MOST_USED = 10

const only = (column: RawBuilder<unknown>, store: number | undefined) => (store === undefined ? sql`true` : sql`${column} = ${store}`)

/** What may become of a batch in a store; those that expire are usable too, and what expires in 30 days does so in 60. */
const kinds = {
  usable: sql`w.state = 'usable' and w.days_left is distinct from -1`,
  within_30: sql`w.state = 'usable' and w.days_left = 30`,
  within_60: sql`w.state = 'usable' and w.days_left in (30, 60)`,
  within_90: sql`w.state = 'usable' and w.days_left in (30, 60, 90)`,
  expired: sql`w.state <> 'in transit' and w.days_left = -1`,
  quarantined: sql`w.state = 'quarantined'`,
  in_transit: sql`w.state = 'in transit'`,
} as const
type Kind = keyof typeof kinds
type WorthRow = { store: number | null; value: string } & Record<`${Kind}_batches`, number> & Record<`${Kind}_value`, string>

const worth = ([name, condition]: [string, RawBuilder<unknown>]) => sql`
  coalesce(sum(w.batches) filter (where ${condition}), 0)::integer as ${sql.raw(`${name}_batches`)},
  coalesce(sum(w.value) filter (where ${condition}), 0)::numeric(20, 2)::text as ${sql.raw(`${name}_value`)}`

/** What lies in the stores is worth at cost, by what may become of it: a row for each store, and one without a store for all. */
export const findWorth = async (db: Db, day: string, store?: number): Promise<WorthRow[]> => {
  const { rows } = await sql<WorthRow>`
    select w.store_id as store, coalesce(sum(w.value), 0)::numeric(20, 2)::text as value, ${sql.join(Object.entries(kinds).map(worth))}
    from (
      select k.store_id, k.state, count(*) as batches, sum(k.quantity * b.unit_cost) as value,
        case when b.expires_on < ${day}::date then -1 when b.expires_on <= ${day}::date + 30 then 30
          when b.expires_on <= ${day}::date + 60 then 60 when b.expires_on <= ${day}::date + 90 then 90 end as days_left
      from batch_stock k join batches b on b.id = k.batch_id
      where k.quantity > 0 and ${only(sql`k.store_id`, store)}
      group by k.store_id, k.state, days_left
    ) w
    group by grouping sets ((w.store_id), ())`.execute(db)
  return rows
}

/** The batches and their worth of one kind, as the contract writes it. */
export const worthOf = (row: WorthRow | undefined, kind: Kind) => ({
  batches: row?.[`${kind}_batches`] ?? 0,
  value: row?.[`${kind}_value`] ?? '0.00',
})

interface StoreCount {
  store: number
  store_name: string
  items: number
  low: number
  out: number
}

/** How many items each store in use has, and how many of those in use are low or out there. */
export const findStoreCounts = async (db: Db, store?: number): Promise<StoreCount[]> => {
  const { rows } = await sql<StoreCount>`
    select st.id as store, st.name as store_name, coalesce(l.items, 0) as items, coalesce(l.low, 0) as low, coalesce(l.out, 0) as out
    from stores st left join (
      select l.store_id, count(*) filter (where l.usable + l.quarantined > 0)::integer as items,
        count(*) filter (where l.is_low and s.is_active)::integer as low, count(*) filter (where l.is_out and s.is_active)::integer as out
      from stock_levels l join stocked_items s on s.item_id = l.item_id
      where ${only(sql`l.store_id`, store)} group by l.store_id
    ) l on l.store_id = st.id
    where (st.is_active or l.items > 0) and ${only(sql`st.id`, store)} order by st.kind, lower(st.name)`.execute(db)
  return rows
}

/** How many items are low in some store, and of how many no store has any. */
export const findShortage = async (db: Db, store?: number): Promise<{ low: number; out: number }> => {
  const { rows } = await sql<{ low: number; out: number }>`
    select count(*) filter (where l.is_low)::integer as low, count(*) filter (where l.is_out)::integer as out
    from (
      select l.item_id, bool_or(l.is_low) as is_low, bool_and(l.is_out) as is_out
      from stock_levels l where ${only(sql`l.store_id`, store)} group by l.item_id
    ) l
    join stocked_items s on s.item_id = l.item_id join items i on i.id = l.item_id
    where (l.is_low or l.is_out) and s.is_active and i.is_active`.execute(db)
  return rows[0] ?? { low: 0, out: 0 }
}

/** What was used most in the last 30 days. */
export const findMostUsed = async (db: Db, day: string, store?: number) => {
  const { rows } = await sql<{ item: number; item_name: string; units_of_measure: string; quantity: number; usable: number }>`
    select u.item_id as item, i.name as item_name, i.unit as units_of_measure, u.quantity::integer as quantity,
      coalesce((select sum(l.usable) from stock_levels l where l.item_id = u.item_id and ${only(sql`l.store_id`, store)}), 0)::integer as usable
    from (
      select m.item_id, -sum(m.quantity) as quantity from stock_movements m
      where m.kind in ('dispense', 'otc', 'consume') and m.day > ${day}::date - ${USED_DAYS}::integer and ${only(sql`m.store_id`, store)}
      group by m.item_id having sum(m.quantity) < 0 order by 2 desc, 1 limit ${MOST_USED}
    ) u join items i on i.id = u.item_id
    order by u.quantity desc, u.item_id`.execute(db)
  return rows
}
