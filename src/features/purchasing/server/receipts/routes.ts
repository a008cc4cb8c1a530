import { handle, handlePrepared, type Context, type Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { listRoute } from '#platform/records/list-route.ts'
import {
  createGoodsReceipt,
  createIncomingItem,
  getGoodsReceipt,
  listGoodsReceipts,
  listIncomingItems,
  printGoodsReceipt,
  reverseGoodsReceipt,
} from '#features/purchasing/contract-receipts.ts'
import { countIncoming, findIncoming, getIncoming } from './incoming-items.ts'
import { printNote } from './print-receipt.ts'
import { countReceipts, findReceipts, getReceipt } from './receipts.ts'
import { receiveGoods } from './receive-goods.ts'
import { receiveOne } from './receive-one.ts'
import { reverseReceipt } from './reverse-receipt.ts'

type Received = Awaited<ReturnType<typeof receiveGoods>>
const tell = ({ audit, publish }: Pick<Context, 'audit' | 'publish'>, { id, number, order, supplier, priced }: Received, rows: number) => {
  audit('receive', {
    entity: 'goods receipt',
    id,
    change: { number, supplier, purchase_order: order, rows, ...(priced.length > 0 && { priced }) },
  })
  publish('purchasing', id)
  publish('stock')
  if (priced.length > 0) publish('catalogue')
}

/** Deliveries: what came, by row and by delivery, received and taken back. */
export const receiptRoutes = ({ files, printPdf }: Services): Route[] => [
  listRoute(listGoodsReceipts, { find: findReceipts, count: countReceipts }),
  handle(getGoodsReceipt, ({ db, params }) => getReceipt(db, params.id)),
  handle(createGoodsReceipt, async ({ db, body, user, now, audit, publish }) => {
    const received = await receiveGoods(db, body, user, now)
    tell({ audit, publish }, received, body.items.length)
    return getReceipt(db, received.id)
  }),
  handle(reverseGoodsReceipt, async ({ db, params, body, user, now, audit, publish }) => {
    const { id, number, of } = await reverseReceipt(db, params.id, body.reason, user, now)
    audit('reverse', { entity: 'goods receipt', id: params.id, change: { number: of.number, by: number, reason: body.reason } })
    publish('purchasing', id)
    publish('stock')
    return getReceipt(db, id)
  }),
  handlePrepared(
    printGoodsReceipt,
    ({ db, params, user, now }) => printNote(db, files, printPdf, params.id, { user, now }),
    async ({ params, prepared, audit }) => {
      audit('print', { entity: 'goods receipt', id: params.id })
      return prepared
    },
  ),

  listRoute(listIncomingItems, { find: findIncoming, count: countIncoming }),
  handle(createIncomingItem, async ({ db, body, user, now, audit, publish }) => {
    const received = await receiveOne(db, body, user, now)
    tell({ audit, publish }, received, 1)
    return getIncoming(db, received.id)
  }),
]
