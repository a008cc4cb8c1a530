import type { countUnread as CountUnread } from '#features/announcements/contract.ts'
import type { listAppointments as ListAppointments } from '#features/appointments/contract.ts'
import type { listInvoices as ListInvoices } from '#features/billing/contract.ts'
import type { verifyDocument as VerifyDocument } from '#features/billing/contract-papers.ts'
import type { findLabReport as FindLabReport, verifyLabReport as VerifyLabReport } from '#features/laboratory/contract-reports.ts'
import type { listSamples as ListSamples } from '#features/laboratory/contract-samples.ts'
import type {
  countNotifications as CountNotifications,
  listNotifications as ListNotifications,
  readNotifications as ReadNotifications,
} from '#features/notifications/contract.ts'
import type { listOrderBills as ListOrderBills } from '#features/purchasing/contract-bills.ts'
import type { listPurchaseOrders as ListPurchaseOrders } from '#features/purchasing/contract-orders.ts'
import type { listRequisitions as ListRequisitions } from '#features/purchasing/contract-requisitions.ts'
import type { debtors as Debtors, receiptList as ReceiptList } from '#features/reports/contract.ts'
import type { listStockItems as ListStockItems } from '#features/stock/contract-items.ts'
import type { scanCode as ScanCode } from '#features/stock/contract-ledger.ts'
import { bare } from './shell-calls.ts'

/** Calls of one room for the shell, or for a room beneath it. */
export const listInvoices = bare<typeof ListInvoices>({
  method: 'GET',
  path: '/billing/invoices/',
  access: 'billing.view',
  paged: true,
  live: ['billing'],
})
export const countUnread = bare<typeof CountUnread>({
  method: 'GET',
  path: '/announcement/unread/',
  access: 'announcements.view',
  live: ['announcements'],
})
export const listAppointments = bare<typeof ListAppointments>({
  method: 'GET',
  path: '/patients/appointments/',
  access: 'signed-in',
  paged: true,
  live: ['appointments', 'patients', 'portal'],
})
export const verifyDocument = bare<typeof VerifyDocument>({ method: 'GET', path: '/verify-document/{code}/', access: 'public' })
export const verifyLabReport = bare<typeof VerifyLabReport>({ method: 'GET', path: '/lab/reports/verify/{code}/', access: 'public' })
export const findLabReport = bare<typeof FindLabReport>({ method: 'GET', path: '/lab/reports/{code}/', access: 'laboratory.view' })
export const receiptList = bare<typeof ReceiptList>({ method: 'GET', path: '/reports/receipts/', access: 'billing.view' })
export const debtors = bare<typeof Debtors>({ method: 'GET', path: '/reports/debtors/', access: 'reports.sales' })
const buying = { method: 'GET', access: 'purchasing.view', paged: true, live: ['purchasing'] } as const
export const listRequisitions = bare<typeof ListRequisitions>({ ...buying, path: '/inventory/requisition/' })
export const listPurchaseOrders = bare<typeof ListPurchaseOrders>({ ...buying, path: '/inventory/purchase-order/' })
export const listOrderBills = bare<typeof ListOrderBills>({ ...buying, path: '/inventory/orderbill/' })
export const listStockItems = bare<typeof ListStockItems>({
  method: 'GET',
  path: '/inventory/items/',
  access: 'stock.view',
  paged: true,
  live: ['stock', 'catalogue'],
})
export const scanCode = bare<typeof ScanCode>({ method: 'GET', path: '/inventory/scan/', access: 'stock.view' })
export const listSamples = bare<typeof ListSamples>({
  method: 'GET',
  path: '/lab/patient-samples/',
  access: 'laboratory.view',
  paged: true,
  live: ['laboratory', 'attendance'],
})
const told = { access: 'signed-in', live: ['notifications', 'portal', 'rights'] } as const
export const listNotifications = bare<typeof ListNotifications>({
  ...told,
  method: 'GET',
  path: '/notifications/notifications/',
  paged: true,
})
export const countNotifications = bare<typeof CountNotifications>({ ...told, method: 'GET', path: '/notifications/count/' })
export const readNotifications = bare<typeof ReadNotifications>({ method: 'POST', path: '/notifications/read/', access: 'signed-in' })
