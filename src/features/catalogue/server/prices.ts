import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { Position } from '#platform/db/keyset.ts'
import type { WantedPrice } from '../rules.ts'
import { afterName, matches, type ItemFilters } from './items.ts'

export interface PriceFilters extends Pick<ItemFilters, 'q' | 'category'> {
  priced?: boolean | undefined
}
export interface PricedItem {
  id: number
  code: string | null
  name: string
  category: NonNullable<ItemFilters['category']>
  unit: string
  cash_price: string | null
  price: string | null
  co_pay_amount: string | null
  co_pay_percent: string | null
  valid_from: string | null
  valid_until: string | null
  next_price: string | null
  next_from: string | null
  sort_name: string
}

const covering = (day: string) => sql`p.valid_from <= ${day}::date and (p.valid_until is null or p.valid_until >= ${day}::date)`

const pricedItems = (list: number, day: string, { q, category, priced }: PriceFilters) => sql`
  from items
  left join lateral (
    select p.* from prices p where p.price_list_id = ${list} and p.item_id = items.id and ${covering(day)} order by p.valid_from desc limit 1
  ) own on true
  where items.is_active
    and ${q === undefined ? sql`true` : matches(q)}
    and ${category === undefined ? sql`true` : sql`items.category = ${category}`}
    and ${priced === undefined ? sql`true` : sql`(own.id is not null) = ${priced}`}`

/** The active items by name, with what this list asks for them on a day, and what it will ask next. */
export const findPricedItems = async (db: Db, list: number, day: string, filters: PriceFilters, { cursor, limit }: Position) => {
  const { rows } = await sql<PricedItem>`
    select items.id, items.code, items.name, items.category, items.unit, own.price, own.co_pay_amount, own.co_pay_percent, own.valid_from,
      own.valid_until, lower(items.name) as sort_name,
      (select p.price from prices p join price_lists l on l.id = p.price_list_id and l.insurance_company_id is null
        where p.item_id = items.id and ${covering(day)} order by p.valid_from desc limit 1) as cash_price,
      next.price as next_price, next.valid_from as next_from
    from (
      select items.*, own.id as price_id ${pricedItems(list, day, filters)} and ${afterName(cursor)}
      order by lower(items.name), items.id limit ${limit}
    ) items
    left join prices own on own.id = items.price_id
    left join lateral (
      select p.price, p.valid_from from prices p
      where p.price_list_id = ${list} and p.item_id = items.id and p.valid_from > ${day}::date order by p.valid_from limit 1
    ) next on true
    order by lower(items.name), items.id`.execute(db)
  return rows
}

export const countPricedItems = async (db: Db, list: number, day: string, filters: PriceFilters): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count ${pricedItems(list, day, filters)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Every price of these items on a list, the newest beginning first. */
export const findPrices = (db: Db, list: number, items: readonly number[]) =>
  db
    .selectFrom('prices as p')
    .leftJoin('users as u', 'u.id', 'p.created_by')
    .select(['p.id', 'p.item_id as item', 'p.price', 'p.co_pay_amount', 'p.co_pay_percent', 'p.valid_from', 'p.valid_until'])
    .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as('created_by_name'))
    .where('p.price_list_id', '=', list)
    .where(sql<boolean>`p.item_id = any(${items})`)
    .orderBy('p.item_id')
    .orderBy('p.valid_from', 'desc')
    .execute()
export type PriceRow = Awaited<ReturnType<typeof findPrices>>[number]

/** Writes prices from their days on; one that begins on the same day is replaced. The caller holds the list. Answers the rows' ids. */
export const upsertPrices = async (
  db: Db,
  list: number,
  prices: readonly (WantedPrice & { item: number })[],
  userId: number | null,
  now: Date,
): Promise<{ id: number; item: number; valid_from: string }[]> => {
  const column = (key: keyof WantedPrice | 'item') => prices.map((price) => price[key])
  const { rows } = await sql<{ id: number; item: number; valid_from: string }>`
    insert into prices (price_list_id, item_id, price, co_pay_amount, co_pay_percent, valid_from, valid_until, created_at, created_by)
    select ${list}, w.*, ${now}::timestamptz, ${userId}::integer
    from unnest(${column('item')}::integer[], ${column('price')}::numeric[], ${column('co_pay_amount')}::numeric[],
      ${column('co_pay_percent')}::numeric[], ${column('valid_from')}::date[], ${column('valid_until')}::date[]) w
    on conflict (price_list_id, item_id, valid_from) do update set price = excluded.price, co_pay_amount = excluded.co_pay_amount,
      co_pay_percent = excluded.co_pay_percent, valid_until = excluded.valid_until, created_at = excluded.created_at,
      created_by = excluded.created_by
    returning id, item_id as item, valid_from`.execute(db)
  return rows
}

/** Takes away what has not begun before `today`, and lets what runs end the day before. The caller holds the list. */
export const endPrices = async (db: Db, list: number, item: number, today: string) => {
  await db.deleteFrom('prices').where('price_list_id', '=', list).where('item_id', '=', item).where('valid_from', '>=', today).execute()
  await db
    .updateTable('prices')
    .set({ valid_until: sql`${today}::date - 1` })
    .where('price_list_id', '=', list)
    .where('item_id', '=', item)
    .where((is) => is.or([is('valid_until', 'is', null), is('valid_until', '>=', today)]))
    .execute()
}
