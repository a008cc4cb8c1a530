// What the folder of suppliers needs of its own feature.
export { createSupplierPayment } from '../contract-bills.ts'
export {
  createSupplier,
  getSupplier,
  listSupplierLedger,
  listSupplierPrices,
  listSuppliers,
  updateSupplier,
} from '../contract-suppliers.ts'
