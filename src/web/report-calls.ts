import type { debtors as Debtors, totalByPaymentMode as TotalByPaymentMode } from '#features/reports/contract.ts'
import { bare } from './shell-calls.ts'

/** Reports that stand on screens of rooms below the reports. */
export const totalByPaymentMode = bare<typeof TotalByPaymentMode>({
  method: 'GET',
  path: '/reports/total_payment_mode_amount/',
  access: 'reports.sales',
  live: ['billing'],
})
export const debtors = bare<typeof Debtors>({ method: 'GET', path: '/reports/debtors/', access: 'reports.sales' })
