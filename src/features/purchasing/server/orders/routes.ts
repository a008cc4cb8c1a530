import { type Context, handle, type Route } from '#platform/http/handle.ts'
import { requireVersion } from '#platform/records/version.ts'
import { listRoute } from '#platform/records/list-route.ts'
import { without } from '#shared/paging.ts'
import {
  approvePurchaseOrder,
  cancelPurchaseOrder,
  clearPurchaseOrder,
  closePurchaseOrder,
  createPurchaseOrder,
  deletePurchaseOrderItem,
  getPurchaseOrder,
  listItemsOfPurchaseOrder,
  listPurchaseOrderItems,
  listPurchaseOrders,
  orderRequisitionLines,
  savePurchaseOrderItem,
  sendPurchaseOrder,
  updatePurchaseOrder,
} from '#features/purchasing/contract-orders.ts'
import type { OrderMove } from '#features/purchasing/rules.ts'
import { changeOrder, draftOrder, holdDraftOfRow } from './draft-order.ts'
import { countItems, countOrders, findItem, findItems, findOrderItems, findOrders, getOrder } from './find.ts'
import { holdDraft, touch } from './lock.ts'
import { moveOrder } from './move.ts'
import { orderLines } from './order-lines.ts'
import { removeRows, saveRows } from './save-rows.ts'
import { rowsOfOrder } from './sources.ts'

const ENTITY = 'purchase order'

type Moving = Pick<Context, 'db' | 'user' | 'now' | 'ifMatch' | 'audit' | 'publish'> & {
  params: { id: number }
  body: { version?: number | undefined; reason?: string | null | undefined }
}
/** One move, as every one of them is made, told and answered. */
const moved = async ({ db, params, body, user, now, ifMatch, audit, publish }: Moving, move: OrderMove) => {
  const reason = body.reason ?? undefined
  const { from, to, approval } = await moveOrder(db, params.id, move, { user, now, reason, seen: body.version ?? ifMatch })
  const rule = approval && {
    people: approval.people,
    approval: approval.isFirst ? 'first' : 'final',
    ...(approval.ownReason && { own: true }),
  }
  audit(move, { entity: ENTITY, id: params.id, change: { status: [from, to], reason, ...rule } })
  publish('purchasing', params.id)
  return getOrder(db, params.id, now)
}

export const orderRoutes: Route[] = [
  listRoute(listPurchaseOrders, {
    find: (db, query, position, { user, now }) => findOrders(db, query, user, position, now),
    count: (db, query, { user }) => countOrders(db, query, user),
  }),

  handle(getPurchaseOrder, ({ db, params, now }) => getOrder(db, params.id, now)),

  handle(createPurchaseOrder, async ({ db, body, user, now, audit, publish }) => {
    const id = await draftOrder(db, body, { by: user.id, now })
    const order = await getOrder(db, id, now)
    const { number, supplier, store, total_amount } = order
    audit('create', { entity: ENTITY, id, change: { number, supplier, store, requisition: body.requisition, total_amount } })
    publish('purchasing', id)
    return order
  }),

  handle(updatePurchaseOrder, async ({ db, params: { id }, body, user, now, ifMatch, audit, publish }) => {
    const { version = ifMatch, ...change } = body
    await changeOrder(db, id, requireVersion(version), change, { by: user.id, now })
    audit('change', { entity: ENTITY, id, change })
    publish('purchasing', id)
    return getOrder(db, id, now)
  }),

  handle(orderRequisitionLines, async ({ db, body, user, now, audit, publish }) => {
    const { requisition_items, ...frame } = body
    // Whoever sends these knows of prices: one that is not said was left empty.
    const lines = requisition_items.map((line) => ({ ...line, unit_price: line.unit_price ?? null }))
    const ids = await orderLines(db, lines, frame, { by: user.id, now })
    const orders = []
    for (const id of ids) {
      const order = await getOrder(db, id, now)
      const { number, supplier, store, total_amount } = order
      audit('create', { entity: ENTITY, id, change: { number, supplier, store, total_amount } })
      publish('purchasing', id)
      orders.push(order)
    }
    return orders
  }),

  listRoute(listPurchaseOrderItems, { find: findItems, count: countItems }),

  handle(listItemsOfPurchaseOrder, async ({ db, params, now }) => {
    const items = await findOrderItems(db, params.id)
    if (items.length === 0) await getOrder(db, params.id, now)
    return items
  }),

  handle(savePurchaseOrderItem, async ({ db, body, user, now, audit, publish }) => {
    const { purchase_order, ...row } = without(body, ['id', 'date_created'])
    const order = await holdDraft(db, purchase_order, now)
    const [id = 0] = await saveRows(db, order, [row], { by: user.id, now })
    await touch(db, purchase_order, user.id)
    audit('change', { entity: ENTITY, id: purchase_order, change: { row } })
    publish('purchasing', purchase_order)
    return findItem(db, id)
  }),

  handle(deletePurchaseOrderItem, async ({ db, params, user, now, audit, publish }) => {
    const { id } = await holdDraftOfRow(db, params.id, now)
    await removeRows(db, [params.id], { by: user.id, now })
    await touch(db, id, user.id)
    audit('change', { entity: ENTITY, id, change: { removed: [params.id] } })
    publish('purchasing', id)
  }),

  handle(clearPurchaseOrder, async ({ db, params: { id }, user, now, audit, publish }) => {
    await holdDraft(db, id, now)
    await removeRows(db, await rowsOfOrder(db, id), { by: user.id, now })
    await touch(db, id, user.id)
    audit('change', { entity: ENTITY, id, change: { removed: 'all' } })
    publish('purchasing', id)
  }),

  handle(approvePurchaseOrder, (context) => moved(context, 'approve')),
  handle(sendPurchaseOrder, (context) => moved(context, 'send')),
  handle(closePurchaseOrder, (context) => moved(context, 'close')),
  handle(cancelPurchaseOrder, (context) => moved(context, 'cancel')),
]
