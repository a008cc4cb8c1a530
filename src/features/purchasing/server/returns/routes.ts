import { limitOf, pageOf, readCursor } from '#platform/db/keyset.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { createSupplierReturn, getSupplierReturn, listSupplierReturns } from '#features/purchasing/contract-receipts.ts'
import { returnGoods } from './return-goods.ts'
import { countReturns, findReturns, getReturn } from './returns.ts'

/** What goes back to suppliers. */
export const returnRoutes: Route[] = [
  handle(listSupplierReturns, async ({ db, query }) => {
    const { limit: asked, cursor, count, ...filters } = query
    const limit = limitOf(asked)
    const rows = await findReturns(db, filters, { cursor: readCursor(cursor), limit: limit + 1 })
    return pageOf(rows, limit, ({ id }) => id, count ? await countReturns(db, filters) : undefined)
  }),
  handle(getSupplierReturn, ({ db, params }) => getReturn(db, params.id)),
  handle(createSupplierReturn, async ({ db, body, user, now, audit, publish }) => {
    const { id, number } = await returnGoods(db, body, user, now)
    audit('return', { entity: 'supplier return', id, change: { number, ...body } })
    publish('purchasing', id)
    publish('stock')
    return getReturn(db, id)
  }),
]
