import { usualStore } from '#features/prescriptions/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError } from '#platform/errors/problem.ts'

export interface Shelf {
  id: number
  name: string
}

/** The store whose shelf counts: the one that is named, else the usual one; 400 when there is none. */
export const findShelf = async (db: Db, named: number | undefined): Promise<Shelf> => {
  const id = named ?? (await usualStore(db))
  const store = await db.selectFrom('stores').select(['id', 'name']).where('id', '=', id).executeTakeFirst()
  if (!store) throw fieldError('store', 'Store not found.')
  return store
}
