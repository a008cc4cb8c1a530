import { page, type PageRoute } from '#web/routing.ts'

export const routes: PageRoute[] = [
  page('/dashboard/administration/audit', { access: 'audit.log' }, () => import('./audit-page.tsx'), 'AuditPage'),
]
