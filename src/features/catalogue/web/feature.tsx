import type { WebFeature } from '#web/feature.ts'
import { page } from '#web/routing.ts'

const LISTS = '/dashboard/administration/price-lists'

export const feature: WebFeature = {
  pages: [
    page('/dashboard/administration/catalogue', { access: 'services.view' }, () => import('./catalogue-page.tsx'), 'CataloguePage'),
    page(LISTS, { access: 'prices.view' }, () => import('./price-lists-page.tsx'), 'PriceListsPage'),
    page(`${LISTS}/:id`, { access: 'prices.view' }, () => import('./price-list-page.tsx'), 'PriceListPage'),
  ],
  menu: [
    { group: 'Administration', place: 40, label: 'Catalogue', to: '/dashboard/administration/catalogue', access: 'services.view' },
    { group: 'Administration', place: 70, label: 'Price lists', to: '/dashboard/administration/price-lists', access: 'prices.view' },
  ],
}
