import { departmentProblem } from '#features/company/public.ts'
import { changedFields } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError, notFound, stale } from '#platform/errors/problem.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { createStore, listStores, type Store, updateStore } from '../contract-stores.ts'
import { clearLevels, findStore, findStores, findStoreTies, lockStore, updateStoreRow } from './stores.ts'

const requireDepartment = async (db: Db, id: number | null | undefined, before?: Store) => {
  if (id == null || id === before?.department) return
  const problem = await departmentProblem(db, id)
  if (problem !== null) throw fieldError('department', problem)
}

/** What was sent, under the names of the columns. */
const columnsOf = <T extends { department?: number | null | undefined }>({ department, ...rest }: T) => ({
  ...rest,
  ...(department !== undefined && { department_id: department }),
})

const requireEmpty = async (db: Db, id: number) => {
  const { holds, moves, counts, orders } = await findStoreTies(db, id)
  if (holds) throw conflict('Something lies in this store still.', {}, 'store_in_use')
  if (moves) throw conflict('Something is on its way to or from this store.', {}, 'store_in_use')
  if (counts) throw conflict('This store is being counted.', {}, 'store_in_use')
  if (orders) throw conflict('Something is ordered for this store.', {}, 'store_in_use')
}

export const storeRoutes: Route[] = [
  handle(listStores, ({ db, query }) => findStores(db, query.active)),

  handle(createStore, async ({ db, body, audit, publish }) => {
    await requireDepartment(db, body.department)
    const { id } = await db.insertInto('stores').values(columnsOf(body)).returning('id').executeTakeFirstOrThrow()
    audit('create', { entity: 'store', id, change: body })
    publish('stock')
    return (await findStore(db, id)) as Store
  }),

  handle(updateStore, async ({ db, params, body, ifMatch, audit, publish }) => {
    await lockStore(db, params.id)
    const before = await findStore(db, params.id)
    if (!before) throw notFound('Store')
    const { version = ifMatch, ...change } = body
    if (version !== null && version !== before.version) throw stale(before)
    await requireDepartment(db, change.department, before)
    if (change.is_active === false && before.is_active) await requireEmpty(db, params.id)
    const staysMain = (change.kind ?? before.kind) === 'main' && (change.is_active ?? before.is_active)
    if (before.kind === 'main' && before.is_active && !staysMain && (await findStoreTies(db, params.id)).is_last_main)
      throw conflict('This is the last main store: there has to be one.', {}, 'last_main_store')
    if (change.is_active === false) await clearLevels(db, params.id)
    await updateStoreRow(db, params.id, columnsOf(change))
    const after = (await findStore(db, params.id)) as Store
    audit('change', { entity: 'store', id: after.id, change: changedFields(before, after) })
    publish('stock')
    return after
  }),
]
