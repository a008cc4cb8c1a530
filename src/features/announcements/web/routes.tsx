import { page, type PageRoute } from '#web/routing.ts'

export const routes: PageRoute[] = [
  page('/dashboard/announcements', { access: 'announcements.view' }, () => import('./announcements-page.tsx'), 'AnnouncementsPage'),
]
