import { page, type PageRoute } from '#web/routing.ts'

export const routes: PageRoute[] = [
  page('/dashboard/reports', { access: 'reports.sales' }, () => import('./reports-page.tsx'), 'ReportsPage'),
  page('/dashboard/reports/stock', { access: 'reports.stock' }, () => import('./reports-page.tsx'), 'StockReportsPage'),
  page('/dashboard/reports/pharmacy', { access: 'reports.pharmacy' }, () => import('./reports-page.tsx'), 'PharmacyReportsPage'),
  page('/dashboard/reports/laboratory', { access: 'reports.laboratory' }, () => import('./reports-page.tsx'), 'LaboratoryReportsPage'),
]
