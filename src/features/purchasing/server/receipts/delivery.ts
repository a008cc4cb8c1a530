import type { ParsedOf } from '#shared/endpoint.ts'
import { mainStore, requireStore } from '#features/stock/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'
import type { createGoodsReceipt } from '#features/purchasing/contract-receipts.ts'
import { findOrderId } from '../place-rows.ts'
import { requireSuppliers } from '../suppliers/suppliers.ts'
import { findOrderLines, lockOrder, type LockedOrder, type OrderLine } from './lock-order.ts'

export type Delivery = ParsedOf<typeof createGoodsReceipt>['body']
export type DeliveryRow = Delivery['items'][number]

/** Where a delivery comes from and goes to. */
export interface Frame {
  order: LockedOrder | null
  lines: OrderLine[]
  supplier: number | null
  store: number
  isDonation: boolean
}

const unreceivable = {
  draft: 'This order is a draft: approve it first.',
  cancelled: 'This order was cancelled.',
  closed: 'This order is closed.',
} as const

const findSupplier = async (db: Db, { supplier, is_donation }: Delivery, order: LockedOrder | null): Promise<number | null> => {
  if (order && supplier != null && supplier !== order.supplier) throw fieldError('supplier', 'This order is for another supplier.')
  if (order) return order.supplier
  if (supplier != null) {
    await requireSuppliers(db, [supplier], () => 'supplier')
    return supplier
  }
  if (!is_donation) throw fieldError('supplier', 'Choose the supplier, or mark it as a donation.')
  return null
}

/**
 * Order, supplier and store of a delivery; the order is held until the transaction ends. 400 for what is not there or does not fit; 409 for
 * an order that nothing can be received on.
 */
export const findFrame = async (db: Db, delivery: Delivery): Promise<Frame> => {
  const orderId = await findOrderId(db, delivery.purchase_order, delivery.items)
  const order = orderId === null ? null : await lockOrder(db, orderId)
  if (order && (order.status === 'draft' || order.status === 'cancelled' || order.status === 'closed'))
    throw conflict(unreceivable[order.status], {}, 'order_not_open')
  const isDonation = delivery.is_donation ?? false
  if (order && isDonation) throw fieldError('is_donation', 'Ordered goods cannot be a donation.')
  const supplier = await findSupplier(db, delivery, order)
  const store = await requireStore(db, delivery.store ?? order?.store ?? (await mainStore(db)))
  return { order, lines: order ? await findOrderLines(db, order.id) : [], supplier, store: store.id, isDonation }
}
