import type { WebFeature } from '#web/feature.ts'
import { page } from '#web/routing.ts'

export const feature: WebFeature = {
  pages: [page('/dashboard/administration/backups', { access: 'backups.manage' }, () => import('./backups-page.tsx'), 'BackupsPage')],
  menu: [{ group: 'Administration', place: 200, label: 'Backups', to: '/dashboard/administration/backups', access: 'backups.manage' }],
}
