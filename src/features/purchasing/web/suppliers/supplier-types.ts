import type { ResponseOf } from '#shared/endpoint.ts'
import type { getSupplier, listSupplierLedger, listSupplierPrices } from '../supplier-calls.ts'

export type Supplier = ResponseOf<typeof getSupplier>
export type LedgerRow = ResponseOf<typeof listSupplierLedger>[number]
export type PriceRow = ResponseOf<typeof listSupplierPrices>[number]
