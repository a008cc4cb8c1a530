import { changedFields } from '#platform/audit/audit.ts'
import { limitOf, pageOf, readCursor } from '#platform/db/keyset.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { requireUnchanged, requireVersion } from '#platform/records/version.ts'
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
  handle(listSuppliers, async ({ db, query, now }) => {
    const { limit: asked, cursor, count, ...filters } = query
    const limit = limitOf(asked)
    const rows = await findSuppliers(db, filters, { cursor: readCursor(cursor), limit: limit + 1 }, now)
    return pageOf(rows, limit, ({ sort_name }) => sort_name, count ? await countSuppliers(db, filters) : undefined)
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

  handle(listSupplierLedger, async ({ db, params, query, now }) => {
    const { limit: asked, cursor, count } = query
    const limit = limitOf(asked)
    const rows = await findLedger(db, params.id, { cursor: readCursor(cursor), limit: limit + 1 })
    if (rows.length === 0) await getSupplier(db, params.id, now)
    return pageOf(rows, limit, ({ sort_at }) => sort_at, count ? await countLedger(db, params.id) : undefined)
  }),

  handle(listSupplierPrices, async ({ db, params, query, now }) => {
    const { limit: asked, cursor, count, item } = query
    const of = { supplier: params.id, item }
    const limit = limitOf(asked)
    const rows = await findPrices(db, of, { cursor: readCursor(cursor), limit: limit + 1 })
    if (rows.length === 0) await getSupplier(db, params.id, now)
    return pageOf(rows, limit, ({ sort_at }) => sort_at, count ? await countPrices(db, of) : undefined)
  }),
]
