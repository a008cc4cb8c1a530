import type { WebFeature } from '#web/feature.ts'
import { page } from '#web/routing.ts'

export const feature: WebFeature = {
  pages: [page('/dashboard/administration/audit', { access: 'audit.log' }, () => import('./audit-page.tsx'), 'AuditPage')],
  menu: [{ group: 'Administration', place: 190, label: 'Audit log', to: '/dashboard/administration/audit', access: 'audit.log' }],
}
