import { page, type PageRoute } from '#web/routing.ts'
import { settingsRoutes } from './settings-routes.tsx'
import { verifyRoutes } from './verify-routes.tsx'

/** The till: who is to pay, one bill, all bills, all receipts. */
export const routes: readonly PageRoute[] = [
  page('/dashboard/billing', { access: 'billing.view' }, () => import('./cashier-queue.tsx'), 'CashierQueue'),
  page('/dashboard/billing/invoices', { access: 'billing.view' }, () => import('./invoices-list.tsx'), 'InvoicesList'),
  page('/dashboard/billing/invoices/:id', { access: 'billing.view' }, () => import('./bill-page.tsx'), 'BillPage'),
  page('/dashboard/billing/receipts', { access: 'billing.view' }, () => import('./receipts-list.tsx'), 'ReceiptsList'),
  page('/dashboard/billing/debtors', { access: 'reports.sales' }, () => import('./debtors-page.tsx'), 'DebtorsPage'),
  ...settingsRoutes,
  ...verifyRoutes,
]
