import { conflict, notFound } from '#platform/errors/problem.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { listRoute } from '#platform/records/list-route.ts'
import {
  approveOrderBill,
  cancelOrderBill,
  checkOrderBill,
  createOrderBill,
  getOrderBill,
  listBillable,
  listOrderBills,
} from '#features/purchasing/contract-bills.ts'
import { findAgreed } from './agreed.ts'
import { billableOf } from './billable.ts'
import { countBills, findBills, getBill } from './bills.ts'
import { approveBill, cancelBill } from './decide-bill.ts'
import { withCame } from './came-how.ts'
import { enterBill } from './enter-bill.ts'
import { weighBill } from './weigh-bill.ts'

const entity = 'supplier bill'

/** Suppliers' bills: entered, held against what was ordered and came, approved, cancelled. */
export const billRoutes: Route[] = [
  listRoute(listOrderBills, {
    find: (db, query, position, { user, now }) => findBills(db, query, position, user, now),
    count: (db, query, { now }) => countBills(db, query, now),
  }),
  handle(listBillable, async ({ db, query }) => {
    const order = await db
      .selectFrom('purchase_orders')
      .select('supplier_id as supplier')
      .where('id', '=', query.purchase_order)
      .executeTakeFirst()
    if (!order) throw notFound('Order')
    if (order.supplier === null) throw conflict('This order is a draft: approve it first.', {}, 'order_not_open')
    const agreed = await findAgreed(db, order.supplier, query.purchase_order)
    const { total, items } = billableOf(agreed)
    return { ...query, supplier: order.supplier, total, items: await withCame(db, query.purchase_order, items) }
  }),
  handle(getOrderBill, ({ db, params, user, now }) => getBill(db, params.id, user, now)),
  handle(checkOrderBill, async ({ db, body }) => {
    const { total, tax, differences } = await weighBill(db, body)
    return { total, tax, matched: differences }
  }),
  handle(createOrderBill, async ({ db, body, user, now, audit, publish }) => {
    const { id, differences } = await enterBill(db, body, user, now)
    const bill = await getBill(db, id, user, now)
    const { supplier, purchase_order, invoice_no, total_cost } = bill
    audit('create', { entity, id, change: { supplier, purchase_order, invoice_no, total_cost, differences: bill.differences } })
    publish('purchasing', id)
    return { ...bill, matched: differences }
  }),
  handle(approveOrderBill, async ({ db, params, body, user, now, ifMatch, audit, publish }) => {
    await approveBill(db, params.id, { reason: body.reason, seen: body.version ?? ifMatch }, user, now)
    audit('approve', { entity, id: params.id, change: { reason: body.reason } })
    publish('purchasing', params.id)
    return getBill(db, params.id, user, now)
  }),
  handle(cancelOrderBill, async ({ db, params, body, user, now, ifMatch, audit, publish }) => {
    await cancelBill(db, params.id, { reason: body.reason, seen: body.version ?? ifMatch }, user, now)
    audit('cancel', { entity, id: params.id, change: { reason: body.reason } })
    publish('purchasing', params.id)
    return getBill(db, params.id, user, now)
  }),
]
