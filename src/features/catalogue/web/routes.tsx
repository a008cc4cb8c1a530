import { page, type PageRoute } from '#web/routing.ts'

const LISTS = '/dashboard/administration/price-lists'

export const routes: PageRoute[] = [
  page('/dashboard/administration/catalogue', { access: 'services.view' }, () => import('./catalogue-page.tsx'), 'CataloguePage'),
  page(LISTS, { access: 'prices.view' }, () => import('./price-lists-page.tsx'), 'PriceListsPage'),
  page(`${LISTS}/:id`, { access: 'prices.view' }, () => import('./price-list-page.tsx'), 'PriceListPage'),
]
