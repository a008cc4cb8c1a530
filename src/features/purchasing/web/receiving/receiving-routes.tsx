import { page, type PageRoute } from '#web/routing.ts'

const ROOM = '/dashboard/inventory'
const view = { access: 'purchasing.view' } as const

/** Deliveries, what went back, suppliers' bills and payments. */
export const receivingRoutes: readonly PageRoute[] = [
  page(`${ROOM}/incoming-items`, view, () => import('./deliveries-page.tsx'), 'DeliveriesPage'),
  page(`${ROOM}/incoming-items/new`, { access: 'stock.receive' }, () => import('./receive-page.tsx'), 'ReceivePage'),
  page(`${ROOM}/incoming-items/:id`, view, () => import('./delivery-page.tsx'), 'DeliveryPage'),
  page(`${ROOM}/order-bills`, view, () => import('../bills/bills-page.tsx'), 'OrderBillsPage'),
  page(`${ROOM}/order-bills/new`, { access: 'purchasing.bill' }, () => import('../bills/bill-form-page.tsx'), 'BillFormPage'),
  page(`${ROOM}/order-bills/:id`, view, () => import('../bills/bill-page.tsx'), 'OrderBillPage'),
  page(`${ROOM}/supplier-returns`, view, () => import('../returns/returns-page.tsx'), 'ReturnsPage'),
  page(`${ROOM}/supplier-returns/new`, { access: 'stock.receive' }, () => import('../returns/return-form-page.tsx'), 'ReturnFormPage'),
  page(`${ROOM}/supplier-returns/:id`, view, () => import('../returns/return-page.tsx'), 'ReturnPage'),
]
