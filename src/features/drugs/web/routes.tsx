import { page, type PageRoute } from '#web/routing.ts'

export const routes: readonly PageRoute[] = [
  page('/dashboard/administration/drugs', { access: 'drugs.change' }, () => import('./drugs-page.tsx'), 'DrugsPage'),
]
