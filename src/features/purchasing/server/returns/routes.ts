import { handle, type Route } from '#platform/http/handle.ts'
import { listRoute } from '#platform/records/list-route.ts'
import { createSupplierReturn, getSupplierReturn, listSupplierReturns } from '#features/purchasing/contract-receipts.ts'
import { returnGoods } from './return-goods.ts'
import { countReturns, findReturns, getReturn } from './returns.ts'

/** What goes back to suppliers. */
export const returnRoutes: Route[] = [
  listRoute(listSupplierReturns, { find: findReturns, count: countReturns }),
  handle(getSupplierReturn, ({ db, params }) => getReturn(db, params.id)),
  handle(createSupplierReturn, async ({ db, body, user, now, audit, publish }) => {
    const { id, number } = await returnGoods(db, body, user, now)
    audit('return', { entity: 'supplier return', id, change: { number, ...body } })
    publish('purchasing', id)
    publish('stock')
    return getReturn(db, id)
  }),
]
