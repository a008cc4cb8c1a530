import { changedFields } from '#platform/audit/audit.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { requireUnchanged, requireVersion } from '#platform/records/version.ts'
import { listRoute } from '#platform/records/list-route.ts'
import { readPage } from '#platform/db/keyset.ts'
import { without } from '#shared/paging.ts'
import {
  createSupplier,
  getSupplier as getContract,
  listSupplierLedger,
  listSupplierPrices,
  listSuppliers,
  Supplier,
  updateSupplier,
} from '#features/purchasing/contract-suppliers.ts'
import { countLedger, findLedger } from './ledger.ts'
import { countPrices, findPrices } from './prices.ts'
import { countSuppliers, findSuppliers, getSupplier, insertSupplier, lockSupplier, updateSupplierRow } from './suppliers.ts'

const ENTITY = 'supplier'

export const supplierRoutes: Route[] = [
  listRoute(listSuppliers, {
    find: (db, query, position, { now }) => findSuppliers(db, query, position, now),
    by: ({ sort_name }) => sort_name,
    count: countSuppliers,
  }),

  handle(getContract, ({ db, params, now }) => getSupplier(db, params.id, now)),

  handle(createSupplier, async ({ db, body, user, now, audit, publish }) => {
    const supplier = without(body, ['id', 'date_created'])
    const id = await insertSupplier(db, { ...supplier, created_at: now, created_by: user.id })
    audit('create', { entity: ENTITY, id, change: supplier })
    publish('purchasing', id)
    return getSupplier(db, id, now)
  }),

  handle(updateSupplier, async ({ db, params, body, now, ifMatch, audit, publish }) => {
    const { version = ifMatch, ...change } = body
    const before = await lockSupplier(db, params.id)
    await requireUnchanged(before, requireVersion(version), async () => Supplier.encode(await getSupplier(db, params.id, now)))
    const after = await updateSupplierRow(db, params.id, change)
    audit('change', { entity: ENTITY, id: params.id, change: changedFields(before, after) })
    publish('purchasing', params.id)
    return getSupplier(db, params.id, now)
  }),

  handle(listSupplierLedger, ({ db, params, query, now }) =>
    readPage(query, {
      find: (position) => findLedger(db, params.id, position),
      by: ({ sort_at }) => sort_at,
      ifEmpty: () => getSupplier(db, params.id, now),
      count: () => countLedger(db, params.id),
    }),
  ),

  handle(listSupplierPrices, ({ db, params, query, now }) => {
    const of = { supplier: params.id, item: query.item }
    return readPage(query, {
      find: (position) => findPrices(db, of, position),
      by: ({ sort_at }) => sort_at,
      ifEmpty: () => getSupplier(db, params.id, now),
      count: () => countPrices(db, of),
    })
  }),
]
