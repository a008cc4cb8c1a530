import type { WebFeature } from '#web/feature.ts'
import { page } from '#web/routing.ts'

const ROOM = '/dashboard/inventory'

export const feature: WebFeature = {
  pages: [
    page(ROOM, { access: 'stock.view' }, () => import('./overview/overview-page.tsx'), 'OverviewPage'),
    page(`${ROOM}/stock`, { access: 'stock.view' }, () => import('./list/stock-page.tsx'), 'StockPage'),
    page(`${ROOM}/items/:id`, { access: 'stock.view' }, () => import('./item/item-page.tsx'), 'ItemPage'),
    page(`${ROOM}/expiry`, { access: 'stock.view' }, () => import('./expiry/expiry-page.tsx'), 'ExpiryPage'),
    page(`${ROOM}/recalls/:id`, { access: 'stock.view' }, () => import('./recalls/recall-page.tsx'), 'RecallPage'),
    page(`${ROOM}/notes/:id`, { access: 'stock.view' }, () => import('./expiry/note-page.tsx'), 'NotePage'),
    page(`${ROOM}/transfers`, { access: 'stock.view' }, () => import('./transfers/transfers-page.tsx'), 'TransfersPage'),
    page(`${ROOM}/transfers/new`, { access: 'stock.move' }, () => import('./transfers/transfer-form-page.tsx'), 'TransferFormPage'),
    page(`${ROOM}/transfers/:id`, { access: 'stock.view' }, () => import('./transfers/transfer-page.tsx'), 'TransferPage'),
    page(`${ROOM}/stores`, { access: 'stock.view' }, () => import('./stores/stores-page.tsx'), 'StoresPage'),
    page(`${ROOM}/counts`, { access: 'stock.view' }, () => import('./counts/counts-page.tsx'), 'CountsPage'),
    page(`${ROOM}/counts/:id`, { access: 'stock.view' }, () => import('./counts/count-page.tsx'), 'CountPage'),
  ],
  menu: [
    { group: 'Inventory', place: 10, label: 'Overview', to: '/dashboard/inventory', access: 'stock.view' },
    {
      group: 'Inventory',
      place: 20,
      label: 'Stock',
      to: '/dashboard/inventory/stock',
      access: 'stock.view',
      of: ['/dashboard/inventory/items'],
    },
    { group: 'Inventory', place: 30, label: 'Transfers', to: '/dashboard/inventory/transfers', access: 'stock.view' },
    { group: 'Inventory', place: 40, label: 'Stock counts', to: '/dashboard/inventory/counts', access: 'stock.view' },
    {
      group: 'Inventory',
      place: 50,
      label: 'Expiry and recalls',
      to: '/dashboard/inventory/expiry',
      access: 'stock.view',
      of: ['/dashboard/inventory/recalls', '/dashboard/inventory/notes'],
    },
    { group: 'Inventory', place: 110, label: 'Stores', to: '/dashboard/inventory/stores', access: 'stock.view' },
  ],
}
