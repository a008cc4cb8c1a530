import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { fieldError } from '#platform/errors/problem.ts'

/** These stores by id, none of which goes out of use before the transaction ends. Held before any level. */
export const holdStores = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('stores')
    .select(['id', 'name', 'kind', 'is_active'])
    .where(sql<boolean>`id = any(${ids}::integer[])`)
    .orderBy('id')
    .forShare()
    .execute()

/** The store, in use until the transaction ends; 400 of the field otherwise. */
export const requireStore = async (db: Db, id: number, field = 'store') => {
  const [store] = await holdStores(db, [id])
  if (!store) throw fieldError(field, 'Store not found.')
  if (!store.is_active) throw fieldError(field, 'This store is inactive.')
  return store
}

/** The store where things go when nobody says: the first main store in use. */
export const mainStore = async (db: Db): Promise<number> => {
  const store = await db.selectFrom('stores').select('id').where('is_active', '=', true).orderBy('kind').orderBy('id').executeTakeFirst()
  if (!store) throw fieldError('store', 'No active store.')
  return store.id
}
