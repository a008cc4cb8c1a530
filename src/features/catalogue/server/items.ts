import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#platform/db/connect.ts'
import { after, type CursorValue, type Position } from '#platform/db/keyset.ts'
import type { DB } from '#platform/db/tables.gen.ts'
import type { ItemCategory } from '../contract.ts'
import { namesBeginning } from '../names.ts'
import { isCalled } from './called.ts'
import { cashPriceAt } from './today.ts'

export interface ItemFilters {
  q?: string | undefined
  category?: z.output<typeof ItemCategory> | undefined
  active?: boolean | undefined
  unpriced?: boolean | undefined
}

const MAX_WORDS = 8
export const byName = sql`lower(items.name)`
export const afterName = (cursor: CursorValue | null) => after(byName, sql`items.id`, sql`text`, cursor)

/** The whole name of a laboratory item, its code, or what is within signs of its name, as in "Kidney function (U&E)", is a name of such a test. */
const isCalledBeside = (word: string) =>
  sql`(${isCalled(sql`items.name`, sql`items.code`, namesBeginning(word))}
    or regexp_split_to_array(lower(items.name), '\\s*[(),]+\\s*') && ${namesBeginning(word)}::text[])`

/**
 * Every word of `q` is in the name, however it is written there, or the code begins with `q`; what holds no word finds codes only. Laboratory
 * tests are found by what else they are called, too.
 */
export const matches = (q: string): RawBuilder<boolean> => {
  const words = q.split(/\s+/u).filter(Boolean).slice(0, MAX_WORDS)
  if (words.length === 0) return sql<boolean>`true`
  const inName = words.map((word) => sql`items.search_name like '%' || search_fold(${word}) || '%'`)
  const isTest = words.every((word) => namesBeginning(word).length > 0)
    ? sql`or (items.category = 'laboratory' and ${sql.join(words.map(isCalledBeside), sql` and `)})`
    : sql``
  return sql<boolean>`((search_fold(${q}) <> '' and ${sql.join(inName, sql` and `)})
    or starts_with(lower(items.code), lower(${q.trim()})) ${isTest})`
}

const filtered = (db: Db, now: Date, { q, category, active, unpriced }: ItemFilters) =>
  db
    .selectFrom('items')
    .where('items.is_external', '=', false)
    .$if(q !== undefined, (query) => query.where(matches(q ?? '')))
    .$if(category !== undefined, (query) => query.where('items.category', '=', category ?? 'other'))
    .$if(active !== undefined, (query) => query.where('items.is_active', '=', active ?? true))
    .$if(unpriced !== undefined, (query) => query.where(sql<boolean>`(${cashPriceAt(now)} is null) = ${unpriced}`))

const withNames = (query: ReturnType<typeof filtered>, now: Date) =>
  query
    .innerJoin('tax_classes', 'tax_classes.id', 'items.tax_class_id')
    .leftJoin('departments', 'departments.id', 'items.department_id')
    .select([
      'items.id',
      'items.code',
      'items.name',
      'items.category',
      'items.unit',
      'items.department_id as department',
      'departments.name as department_name',
      'items.tax_class_id as tax_class',
      'tax_classes.name as tax_class_name',
      'tax_classes.rate as tax_rate',
      cashPriceAt(now).as('price'),
      'items.is_active',
      'items.version',
      sql<string>`lower(items.name)`.as('sort_name'),
    ])

/** Items by name, with the cash price of the day. */
export const findItems = (db: Db, filters: ItemFilters, now: Date, { cursor, limit }: Position) =>
  withNames(filtered(db, now, filters), now)
    .where(afterName(cursor))
    .orderBy(byName)
    .orderBy('items.id')
    .limit(limit)
    .execute()

export const countItems = async (db: Db, filters: ItemFilters, now: Date): Promise<number> => {
  const { count } = await filtered(db, now, filters)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const findItem = (db: Db, id: number, now: Date) =>
  withNames(filtered(db, now, {}), now)
    .where('items.id', '=', id)
    .executeTakeFirst()
export const findItemsById = (db: Db, ids: readonly number[], now: Date) =>
  withNames(filtered(db, now, {}), now)
    .where(sql<boolean>`items.id = any(${ids})`)
    .execute()
export type ItemRow = Awaited<ReturnType<typeof findItems>>[number]

/** Holds the item's row until the transaction ends; charges of the item go on meanwhile. */
export const lockItem = (db: Db, id: number) =>
  db.selectFrom('items').select('id').where('id', '=', id).where('is_external', '=', false).forNoKeyUpdate().executeTakeFirst()

export const insertItem = async (db: Db, item: Insertable<DB['items']>): Promise<number> => {
  const { id } = await db.insertInto('items').values(item).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Changes the item, which gets the next version. */
export const updateItemRow = async (db: Db, id: number, change: Updateable<DB['items']>) => {
  await db
    .updateTable('items')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}
