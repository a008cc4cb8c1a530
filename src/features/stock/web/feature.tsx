import type { WebFeature } from '#web/feature.ts'
import { page } from '#web/routing.ts'

const SECTION = '/dashboard/inventory'

export const feature: WebFeature = {
  pages: [
    page(SECTION, { access: 'stock.view' }, () => import('./overview/overview-page.tsx'), 'OverviewPage'),
    page(`${SECTION}/stock`, { access: 'stock.view' }, () => import('./list/stock-page.tsx'), 'StockPage'),
    page(`${SECTION}/items/:id`, { access: 'stock.view' }, () => import('./item/item-page.tsx'), 'ItemPage'),
    page(`${SECTION}/expiry`, { access: 'stock.view' }, () => import('./expiry/expiry-page.tsx'), 'ExpiryPage'),
    page(`${SECTION}/recalls/:id`, { access: 'stock.view' }, () => import('./recalls/recall-page.tsx'), 'RecallPage'),
    page(`${SECTION}/notes/:id`, { access: 'stock.view' }, () => import('./expiry/note-page.tsx'), 'NotePage'),
    page(`${SECTION}/transfers`, { access: 'stock.view' }, () => import('./transfers/transfers-page.tsx'), 'TransfersPage'),
    page(`${SECTION}/transfers/new`, { access: 'stock.move' }, () => import('./transfers/transfer-form-page.tsx'), 'TransferFormPage'),
    page(`${SECTION}/transfers/:id`, { access: 'stock.view' }, () => import('./transfers/transfer-page.tsx'), 'TransferPage'),
    page(`${SECTION}/stores`, { access: 'stock.view' }, () => import('./stores/stores-page.tsx'), 'StoresPage'),
    page(`${SECTION}/counts`, { access: 'stock.view' }, () => import('./counts/counts-page.tsx'), 'CountsPage'),
    page(`${SECTION}/counts/:id`, { access: 'stock.view' }, () => import('./counts/count-page.tsx'), 'CountPage'),
  ],
  menu: [
    { group: 'Inventory', place: 10, label: 'Overview', to: '/dashboard/inventory', access: 'stock.view' },
    {
      group: 'Inventory',
      place: 20,
      label: 'Stock',
      to: '/dashboard/inventory/stock',
      access: 'stock.view',
      alsoAt: ['/dashboard/inventory/items'],
    },
    { group: 'Inventory', place: 30, label: 'Transfers', to: '/dashboard/inventory/transfers', access: 'stock.view' },
    { group: 'Inventory', place: 40, label: 'Stock counts', to: '/dashboard/inventory/counts', access: 'stock.view' },
    {
      group: 'Inventory',
      place: 50,
      label: 'Expiry and recalls',
      to: '/dashboard/inventory/expiry',
      access: 'stock.view',
      alsoAt: ['/dashboard/inventory/recalls', '/dashboard/inventory/notes'],
    },
    { group: 'Inventory', place: 110, label: 'Stores', to: '/dashboard/inventory/stores', access: 'stock.view' },
  ],
}
