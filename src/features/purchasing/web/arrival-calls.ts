// What became of an order: its deliveries and its bills.
export { listOrderBills } from '../contract-bills.ts'
export { listGoodsReceipts } from '../contract-receipts.ts'
