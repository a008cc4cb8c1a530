import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'

export interface Place {
  store: number
  item: number
}

/**
 * Holds what these stores have of these items until the transaction ends. Whoever moves stock does this first of all, after the row of the
 * document: the order is fixed (item, then store), so that no two wait for each other.
 */
export const lockLevels = async (db: Db, places: readonly Place[]): Promise<void> => {
  const stores = places.map(({ store }) => store)
  const items = places.map(({ item }) => item)
  await sql`select lock_stock_levels(${stores}::integer[], ${items}::integer[])`.execute(db)
}
