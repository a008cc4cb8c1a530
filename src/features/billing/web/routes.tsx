import { page, type PageRoute } from '#web/routing.ts'
import { settingsRoutes } from './settings/settings-routes.tsx'
import { verifyRoutes } from './verify/verify-routes.tsx'

/** The till: who is to pay, one bill, all bills, all receipts. */
export const routes: readonly PageRoute[] = [
  page('/dashboard/billing', { access: 'billing.view' }, () => import('./queue/cashier-queue.tsx'), 'CashierQueue'),
  page('/dashboard/billing/invoices', { access: 'billing.view' }, () => import('./invoices/invoices-list.tsx'), 'InvoicesList'),
  page('/dashboard/billing/invoices/:id', { access: 'billing.view' }, () => import('./bill/bill-page.tsx'), 'BillPage'),
  page('/dashboard/billing/receipts', { access: 'billing.view' }, () => import('./receipts/receipts-list.tsx'), 'ReceiptsList'),
  page('/dashboard/billing/debtors', { access: 'reports.sales' }, () => import('./debtors/debtors-page.tsx'), 'DebtorsPage'),
  ...settingsRoutes,
  ...verifyRoutes,
]
