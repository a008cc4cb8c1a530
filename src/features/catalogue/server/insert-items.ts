import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { itemCategories } from '../contract.ts'

export interface NewItem {
  name: string
  /** Absent: none. */
  code?: string | undefined
  /** Absent: other. */
  category?: (typeof itemCategories)[number] | undefined
  /** Absent: each. */
  unit?: string | undefined
  /** A department in use by its name; unknown ones are left out. */
  department?: string | undefined
  /** The cash price, in the clinic's currency. Absent: none yet. */
  price?: string | null | undefined
}

/**
 * Adds items with their cash prices from `day` (YYYY-MM-DD) on; a name that is there already, in whatever letter case, is left alone
 * with its price, and a code that another item has is left out. Answers the ids and names of those added.
 */
export const insertItems = async (db: Db, items: readonly NewItem[], day: string): Promise<{ id: number; name: string }[]> => {
  const column = (key: keyof NewItem) => items.map((item) => item[key] ?? null)
  const { rows } = await sql<{ id: number; name: string }>`
    with wanted as (
      select * from unnest(${column('name')}::text[], ${column('category')}::item_category[], ${column('unit')}::text[],
        ${column('department')}::text[], ${column('price')}::numeric[], ${column('code')}::text[])
        with ordinality as w (name, category, unit, department, price, code, place)
    ), added as (
      insert into items (name, code, category, unit, department_id)
      select w.name, case when not exists (select from items i where lower(i.code) = lower(w.code)) then w.code end,
        coalesce(w.category, 'other'), coalesce(w.unit, 'each'), d.id
      from wanted w left join departments d on lower(d.name) = lower(w.department) and d.is_active order by w.place
      on conflict (lower(name)) where not is_external do nothing
      returning id, name
    ), priced as (
      insert into prices (price_list_id, item_id, price, valid_from)
      select l.id, a.id, w.price, ${day}::date
      from added a join wanted w on w.name = a.name join price_lists l on l.insurance_company_id is null
      where w.price is not null
      on conflict (price_list_id, item_id, valid_from) do nothing
    )
    select id, name from added order by id`.execute(db)
  return rows
}
