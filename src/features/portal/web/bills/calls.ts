import type {
  getOwnBalance as GetOwnBalance,
  getOwnBill as GetOwnBill,
  listOwnBills as ListOwnBills,
  printOwnBill as PrintOwnBill,
  printOwnReceipt as PrintOwnReceipt,
} from '#features/portal/contract-bills.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { bare } from '#web/calls/shell-calls.ts'

const live = ['portal'] as const
const PDF = 'application/pdf'
export const listOwnBills = bare<typeof ListOwnBills>({ method: 'GET', path: '/portal/bills/', access: 'patient', paged: true, live })
export const getOwnBill = bare<typeof GetOwnBill>({ method: 'GET', path: '/portal/bills/{id}/', access: 'patient', live })
export const getOwnBalance = bare<typeof GetOwnBalance>({ method: 'GET', path: '/portal/balance/', access: 'patient', live })
export const printOwnBill = bare<typeof PrintOwnBill>({ method: 'GET', path: '/portal/bills/{id}/pdf/', access: 'patient', produces: PDF })
export const printOwnReceipt = bare<typeof PrintOwnReceipt>({
  method: 'GET',
  path: '/portal/receipts/{id}/pdf/',
  access: 'patient',
  produces: PDF,
})

export type OwnBill = ResponseOf<typeof ListOwnBills>[number]
export type OwnBillDetails = ResponseOf<typeof GetOwnBill>
export type OwnBalance = ResponseOf<typeof GetOwnBalance>
