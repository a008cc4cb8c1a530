import { page, type PageRoute } from '#web/routing.ts'

const SECTION = '/dashboard/inventory'
const view = { access: 'purchasing.view' } as const

/** Deliveries, what went back, suppliers' bills and payments. */
export const receivingRoutes: readonly PageRoute[] = [
  page(`${SECTION}/incoming-items`, view, () => import('./deliveries-page.tsx'), 'DeliveriesPage'),
  page(`${SECTION}/incoming-items/new`, { access: 'stock.receive' }, () => import('./receive-page.tsx'), 'ReceivePage'),
  page(`${SECTION}/incoming-items/:id`, view, () => import('./delivery-page.tsx'), 'DeliveryPage'),
  page(`${SECTION}/order-bills`, view, () => import('../bills/bills-page.tsx'), 'OrderBillsPage'),
  page(`${SECTION}/order-bills/new`, { access: 'purchasing.bill' }, () => import('../bills/bill-form-page.tsx'), 'BillFormPage'),
  page(`${SECTION}/order-bills/:id`, view, () => import('../bills/bill-page.tsx'), 'OrderBillPage'),
  page(`${SECTION}/supplier-returns`, view, () => import('../returns/returns-page.tsx'), 'ReturnsPage'),
  page(`${SECTION}/supplier-returns/new`, { access: 'stock.receive' }, () => import('../returns/return-form-page.tsx'), 'ReturnFormPage'),
  page(`${SECTION}/supplier-returns/:id`, view, () => import('../returns/return-page.tsx'), 'ReturnPage'),
]
