// What the folder of orders needs of its own feature.
export {
  approvePurchaseOrder,
  cancelPurchaseOrder,
  closePurchaseOrder,
  createPurchaseOrder,
  getPurchaseOrder,
  listPurchaseOrders,
  orderRequisitionLines,
  printPurchaseOrder,
  sendPurchaseOrder,
  updatePurchaseOrder,
} from '../contract-orders.ts'
export { listSupplierPrices } from '../contract-suppliers.ts'
export { getPurchasingSettings, updatePurchasingSettings } from '../contract-bills.ts'
export { amountOf, approvalPeople, barredFrom, lineTotals, mayMove, type OrderMove, orderMoves, type OrderStatus } from '../rules.ts'
