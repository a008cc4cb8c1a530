import type { WebFeature } from '#web/feature.ts'
import { WaitingCount } from '#web/frame/counts.ts'
import { page } from '#web/routing.ts'
import { receivingRoutes } from './receiving/receiving-routes.tsx'

const at = '/dashboard/inventory'
const seen = { access: 'purchasing.view' } as const

export const feature: WebFeature = {
  pages: [
    page(`${at}/requisitions`, seen, () => import('./requisitions/requisitions-page.tsx'), 'RequisitionsPage'),
    page(
      `${at}/requisitions/new`,
      { access: 'purchasing.request' },
      () => import('./requisitions/requisition-new-page.tsx'),
      'RequisitionNewPage',
    ),
    page(`${at}/requisitions/:id`, seen, () => import('./requisitions/requisition-page.tsx'), 'RequisitionPage'),
    page(`${at}/purchase-orders`, seen, () => import('./orders/orders-page.tsx'), 'OrdersPage'),
    page(
      `${at}/purchase-orders/from-requisitions`,
      { access: 'purchasing.order' },
      () => import('./orders/from-requisitions-page.tsx'),
      'FromRequisitionsPage',
    ),
    page(`${at}/purchase-orders/new`, { access: 'purchasing.order' }, () => import('./orders/order-new-page.tsx'), 'OrderNewPage'),
    page(`${at}/purchase-orders/:id`, seen, () => import('./orders/order-page.tsx'), 'OrderPage'),
    page(`${at}/suppliers`, seen, () => import('./suppliers/suppliers-page.tsx'), 'SuppliersPage'),
    page(`${at}/suppliers/:id`, seen, () => import('./suppliers/supplier-page.tsx'), 'SupplierPage'),
    ...receivingRoutes,
  ],
  menu: [
    {
      group: 'Inventory',
      place: 60,
      label: 'Requisitions',
      to: '/dashboard/inventory/requisitions',
      access: 'purchasing.view',
      count: WaitingCount,
    },
    { group: 'Inventory', place: 70, label: 'Purchase orders', to: '/dashboard/inventory/purchase-orders', access: 'purchasing.view' },
    {
      group: 'Inventory',
      place: 80,
      label: 'Goods received',
      to: '/dashboard/inventory/incoming-items',
      access: 'purchasing.view',
      alsoAt: ['/dashboard/inventory/supplier-returns'],
    },
    { group: 'Inventory', place: 90, label: 'Supplier invoices', to: '/dashboard/inventory/order-bills', access: 'purchasing.view' },
    { group: 'Inventory', place: 100, label: 'Suppliers', to: '/dashboard/inventory/suppliers', access: 'purchasing.view' },
  ],
}
