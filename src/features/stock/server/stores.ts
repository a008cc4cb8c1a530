import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'

/** Holds the store's row until the transaction ends, and those of the main stores: there is always one. */
export const lockStore = async (db: Db, id: number | null) => {
  if (id !== null) await sql`select id from stores where id = ${id} or kind = 'main' order by id for no key update`.execute(db)
}

/** A store out of use needs nothing: it would be short of everything for ever. The store's row is held. */
export const clearLevels = (db: Db, id: number) =>
  sql`update stock_levels set minimum = 0, reorder_level = 0, maximum = null, version = version + 1
    where store_id = ${id} and (reorder_level > 0 or maximum is not null)`.execute(db)

/** Why a store cannot go out of use: something lies there, is on its way to or from it, is being counted or ordered; or it is the last main one. */
export const findStoreTies = async (db: Db, id: number) => {
  const { rows } = await sql<{ holds: boolean; moves: boolean; counts: boolean; orders: boolean; is_last_main: boolean }>`
    select exists (select from stock_levels where store_id = ${id} and usable + quarantined > 0) as holds,
      exists (select from stock_levels where store_id = ${id} and in_transit > 0)
        or exists (select from transfers where from_store_id = ${id} and status = 'sent') as moves,
      exists (select from stock_counts where store_id = ${id} and status in ('counting', 'submitted')) as counts,
      exists (select from purchase_orders where store_id = ${id} and status in ('approved', 'sent', 'part-received')) as orders,
      (select kind = 'main' from stores where id = ${id})
        and not exists (select from stores where kind = 'main' and is_active and id <> ${id}) as is_last_main`.execute(db)
  return rows[0]!
}
