import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { itemCells, priceCells } from './csv-columns.ts'
import { cashPriceAt } from './today.ts'

/** More than a file can hold that is to be read in again; a list that grew beyond it is cut. */
const MAX_EXPORT = 50_000

type Cells<T> = Record<keyof T, string | null>

/** The whole catalogue by name, as the cells of a file. */
export const findItemCells = async (db: Db, now: Date) => {
  const { rows } = await sql<Cells<typeof itemCells>>`
    select items.code, items.name, items.category, items.unit, d.name as department, t.name as tax_class, ${cashPriceAt(now)} as price,
      items.is_active::text as active
    from items join tax_classes t on t.id = items.tax_class_id left join departments d on d.id = items.department_id
    where not items.is_external order by lower(items.name), items.id limit ${MAX_EXPORT}`.execute(db)
  return rows
}

/** The active items by name with what a list asks for them on a day and later, as the cells of a file; empty ones where it asks nothing. */
export const findPriceCells = async (db: Db, list: number, day: string) => {
  const { rows } = await sql<Cells<typeof priceCells>>`
    select items.code, items.name, p.price, p.co_pay_amount, p.co_pay_percent, p.valid_from, p.valid_until
    from items
    left join lateral (
      select q.* from prices q where q.price_list_id = ${list} and q.item_id = items.id and (q.valid_from > ${day}::date or q.id = (
        select r.id from prices r where r.price_list_id = ${list} and r.item_id = items.id and r.valid_from <= ${day}::date
          and (r.valid_until is null or r.valid_until >= ${day}::date) order by r.valid_from desc limit 1))
    ) p on true
    where items.is_active order by lower(items.name), items.id, p.valid_from limit ${MAX_EXPORT}`.execute(db)
  return rows
}
