import { page, type PageRoute } from '#web/routing.ts'

export const routes: PageRoute[] = [
  page('/dashboard/reports', { access: 'reports.sales' }, () => import('./reports-page.tsx'), 'ReportsPage'),
]
