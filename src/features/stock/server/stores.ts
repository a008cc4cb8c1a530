import { sql, type Updateable } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { DB } from '#platform/db/tables.gen.ts'
import type { Store } from '../contract-stores.ts'

const named = (db: Db) =>
  db
    .selectFrom('stores as s')
    .leftJoin('departments as d', 'd.id', 's.department_id')
    .select(['s.id', 's.name', 's.kind', 's.department_id as department', 'd.name as department_name', 's.is_active', 's.version'])

/** The stores by kind, the main ones first, then by name. */
export const findStores = (db: Db, active?: boolean): Promise<Store[]> =>
  named(db)
    .$if(active !== undefined, (query) => query.where('s.is_active', '=', active ?? true))
    .orderBy('s.kind')
    .orderBy(sql`lower(s.name)`)
    .execute()

export const findStore = (db: Db, id: number): Promise<Store | undefined> => named(db).where('s.id', '=', id).executeTakeFirst()

/** Holds the store's row until the transaction ends, and those of the main stores: there is always one. */
export const lockStore = (db: Db, id: number) =>
  sql`select id from stores where id = ${id} or kind = 'main' order by id for no key update`.execute(db)

/** Changes the store, which gets the next version. */
export const updateStoreRow = async (db: Db, id: number, change: Updateable<DB['stores']>) => {
  await db
    .updateTable('stores')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
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
