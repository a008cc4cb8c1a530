import { sql } from 'kysely'
import type { NamedDimension, Sql } from '#platform/questions/subject.ts'

const storeWords = ['store', 'location', 'storeroom', 'stock point', 'shelf', 'where kept|stored'] as const
/** In which store it is; `store` among the joins brings it in as `st`. */
export const storeDimension = (key: Sql, joins: readonly string[] = ['store']) =>
  ({ is: 'named', title: 'Store', words: storeWords, joins, key, sql: sql`st.name`, vocabulary: 'store' }) as const satisfies NamedDimension

const supplierWords = ['supplier', 'vendor', 'wholesaler', 'distributor', 'manufacturer'] as const
/** From whom it is; `supplier` among the joins brings them in as `su`. */
export const supplierDimension = (key: Sql, joins: readonly string[] = ['supplier']) =>
  ({
    is: 'named',
    title: 'Supplier',
    words: supplierWords,
    joins,
    key,
    sql: sql`su.name`,
    vocabulary: 'supplier',
  }) as const satisfies NamedDimension

/** The page of an item in the inventory. */
export const itemLink = (id: Sql): Sql => sql`'/dashboard/inventory/items/' || ${id}`
