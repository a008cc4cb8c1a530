import { handle, type Route } from '#platform/http/handle.ts'
import { listRoute } from '#platform/records/list-route.ts'
import {
  createSupplierPayment,
  getSupplierPayment,
  listSupplierPayments,
  reverseSupplierPayment,
} from '#features/purchasing/contract-bills.ts'
import { countPayments, findPayments, getPayment } from './payments.ts'
import { paySupplier } from './pay-supplier.ts'
import { reversePayment } from './reverse-payment.ts'

const entity = 'supplier payment'

/** What suppliers were paid and credited. */
export const paymentRoutes: Route[] = [
  listRoute(listSupplierPayments, { find: findPayments, count: countPayments }),
  handle(getSupplierPayment, ({ db, params }) => getPayment(db, params.id)),
  handle(createSupplierPayment, async ({ db, body, user, now, audit, publish }) => {
    const { id } = await paySupplier(db, body, user, now)
    const payment = await getPayment(db, id)
    const { number, kind, supplier, amount, allocations } = payment
    audit('pay', { entity, id, change: { number, kind, supplier, amount, allocations } })
    publish('purchasing', id)
    return payment
  }),
  handle(reverseSupplierPayment, async ({ db, params, body, user, now, audit, publish }) => {
    const { id, number, of } = await reversePayment(db, params.id, body.reason, user, now)
    audit('reverse', { entity, id: params.id, change: { number: of, by: number, reason: body.reason } })
    publish('purchasing', id)
    return getPayment(db, id)
  }),
]
