import type { WebFeature } from '#web/feature.ts'
import { page } from '#web/routing.ts'

export const feature: WebFeature = {
  pages: [
    page('/dashboard/reports', { access: 'reports.sales' }, () => import('./reports-page.tsx'), 'ReportsPage'),
    page('/dashboard/reports/stock', { access: 'reports.stock' }, () => import('./reports-page.tsx'), 'StockReportsPage'),
    page('/dashboard/reports/pharmacy', { access: 'reports.pharmacy' }, () => import('./reports-page.tsx'), 'PharmacyReportsPage'),
    page('/dashboard/reports/laboratory', { access: 'reports.laboratory' }, () => import('./reports-page.tsx'), 'LaboratoryReportsPage'),
  ],
  menu: [
    { group: 'Reports', place: 10, label: 'All reports', to: '/dashboard/reports', access: 'reports.sales' },
    { group: 'Reports', place: 20, label: 'Stock reports', to: '/dashboard/reports/stock', access: 'reports.stock' },
    { group: 'Reports', place: 30, label: 'Pharmacy reports', to: '/dashboard/reports/pharmacy', access: 'reports.pharmacy' },
    { group: 'Reports', place: 40, label: 'Laboratory reports', to: '/dashboard/reports/laboratory', access: 'reports.laboratory' },
  ],
}
