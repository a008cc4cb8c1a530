import { sql } from 'kysely'
import { requireDepartment } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict } from '#platform/errors/problem.ts'
import { catalogueRoutes } from '#platform/records/catalogue-routes.ts'
import { stores } from '../contract-stores.ts'
import { clearLevels, findStoreTies, lockStore } from './stores.ts'

const requireEmpty = async (db: Db, id: number) => {
  const { holds, moves, counts, orders } = await findStoreTies(db, id)
  if (holds) throw conflict('Something lies in this store still.', {}, 'store_in_use')
  if (moves) throw conflict('Something is on its way to or from this store.', {}, 'store_in_use')
  if (counts) throw conflict('This store is being counted.', {}, 'store_in_use')
  if (orders) throw conflict('Something is ordered for this store.', {}, 'store_in_use')
}

export const storeRoutes = catalogueRoutes(stores, {
  table: 'stores',
  entity: 'store',
  topics: ['stock'],
  order: sql`c.kind, lower(c.name)`,
  lock: lockStore,
  check: async ({ db, sent, before }) => {
    await requireDepartment(db, sent.department, before?.department)
    if (!before) return
    if (sent.is_active === false && before.is_active) await requireEmpty(db, before.id)
    const staysMain = (sent.kind ?? before.kind) === 'main' && (sent.is_active ?? before.is_active)
    if (before.kind === 'main' && before.is_active && !staysMain && (await findStoreTies(db, before.id)).is_last_main)
      throw conflict('This is the last main store: there has to be one.', {}, 'last_main_store')
  },
  beforeWrite: async ({ db, sent, before }) => {
    if (before && sent.is_active === false) await clearLevels(db, before.id)
  },
})
