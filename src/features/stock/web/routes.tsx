import { page, type PageRoute } from '#web/routing.ts'

const ROOM = '/dashboard/inventory'

export const routes: PageRoute[] = [
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
]
