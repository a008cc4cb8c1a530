import type { ResponseOf } from '#shared/endpoint.ts'
import type { getPurchaseOrder, listPurchaseOrders } from '../order-calls.ts'

export type PurchaseOrder = ResponseOf<typeof getPurchaseOrder>
export type PurchaseOrderItem = PurchaseOrder['items'][number]
export type OrderSummary = ResponseOf<typeof listPurchaseOrders>[number]
