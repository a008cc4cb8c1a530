import { page, type PageRoute } from '#web/routing.ts'

export const routes: PageRoute[] = [
  page('/dashboard/administration/backups', { access: 'backups.manage' }, () => import('./backups-page.tsx'), 'BackupsPage'),
]
