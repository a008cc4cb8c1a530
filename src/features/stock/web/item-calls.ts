// What the folder of the lines asks of its own feature.
export { getStockItem, type ItemPack } from '../contract-items.ts'
export { scanCode } from '../contract-ledger.ts'
export { listStock, type StockRow } from '../contract-ledger.ts'
