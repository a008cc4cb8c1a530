import type { ResponseOf } from '#shared/endpoint.ts'
import type { getOrderBill, listBillable, listOrderBills, getSupplierPayment } from '../contract-bills.ts'
import type { getPurchaseOrder, listPurchaseOrders } from '../contract-orders.ts'
import type { getGoodsReceipt, listGoodsReceipts, listIncomingItems, getSupplierReturn, listSupplierReturns } from '../contract-receipts.ts'

// What the pages of deliveries, bills and returns call, each in a folder of its own.
export {
  approveOrderBill,
  cancelOrderBill,
  checkOrderBill,
  createOrderBill,
  getOrderBill,
  listBillable,
  listOrderBills,
  type BillDifference,
} from '../contract-bills.ts'
export { getPurchaseOrder, listPurchaseOrders } from '../contract-orders.ts'
export { createSupplierPayment, getSupplierPayment, listSupplierPayments, reverseSupplierPayment } from '../contract-bills.ts'
export {
  createGoodsReceipt,
  getGoodsReceipt,
  listGoodsReceipts,
  listIncomingItems,
  printGoodsReceipt,
  reverseGoodsReceipt,
  type OpenLine,
} from '../contract-receipts.ts'
export { getSupplier } from '../contract-suppliers.ts'
export { createSupplierReturn, getSupplierReturn, listSupplierReturns } from '../contract-receipts.ts'

// What the server answers, as screens hold it: instants are texts.
export type Order = ResponseOf<typeof getPurchaseOrder>
export type OrderRow = ResponseOf<typeof listPurchaseOrders>[number]
export type Delivery = ResponseOf<typeof getGoodsReceipt>
export type DeliveryRow = ResponseOf<typeof listGoodsReceipts>[number]
export type Incoming = ResponseOf<typeof listIncomingItems>[number]
export type Bill = ResponseOf<typeof getOrderBill>
export type BillRow = ResponseOf<typeof listOrderBills>[number]
export type Billable = ResponseOf<typeof listBillable>
export type Payment = ResponseOf<typeof getSupplierPayment>
export type SentBack = ResponseOf<typeof getSupplierReturn>
export type SentBackRow = ResponseOf<typeof listSupplierReturns>[number]
