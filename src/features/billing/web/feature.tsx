import type { WebFeature } from '#web/feature.ts'
import { WaitingCount } from '#web/frame/counts.ts'
import { page } from '#web/routing.ts'
import { settingsRoutes } from './settings/settings-routes.tsx'
import { verifyRoutes } from './verify/verify-routes.tsx'

/** The till: who is to pay, one bill, all bills, all receipts. */
export const feature: WebFeature = {
  pages: [
    page('/dashboard/billing', { access: 'billing.view' }, () => import('./queue/cashier-queue.tsx'), 'CashierQueue'),
    page('/dashboard/billing/invoices', { access: 'billing.view' }, () => import('./invoices/invoices-list.tsx'), 'InvoicesList'),
    page('/dashboard/billing/invoices/:id', { access: 'billing.view' }, () => import('./bill/bill-page.tsx'), 'BillPage'),
    page('/dashboard/billing/receipts', { access: 'billing.view' }, () => import('./receipts/receipts-list.tsx'), 'ReceiptsList'),
    page('/dashboard/billing/debtors', { access: 'reports.sales' }, () => import('./debtors/debtors-page.tsx'), 'DebtorsPage'),
    ...settingsRoutes,
    ...verifyRoutes,
  ],
  menu: [
    { group: 'Billing', place: 10, label: 'Cashier queue', to: '/dashboard/billing', access: 'billing.view', count: WaitingCount },
    { group: 'Billing', place: 20, label: 'Invoices', to: '/dashboard/billing/invoices', access: 'billing.view' },
    { group: 'Billing', place: 30, label: 'Receipts', to: '/dashboard/billing/receipts', access: 'billing.view' },
    { group: 'Billing', place: 40, label: 'Debtors', to: '/dashboard/billing/debtors', access: 'reports.sales' },
    {
      group: 'Administration',
      place: 80,
      label: 'Payment modes',
      to: '/dashboard/administration/payment-modes',
      access: 'billing.settings',
    },
    {
      group: 'Administration',
      place: 90,
      label: 'Billing settings',
      to: '/dashboard/administration/billing-settings',
      access: 'billing.settings',
    },
  ],
}
