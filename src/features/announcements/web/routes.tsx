import { page, type PageRoute } from '#web/routing.ts'

export const routes: PageRoute[] = [
  page('/dashboard/announcements', { access: 'announcements.view' }, () => import('./announcements-page.tsx'), 'AnnouncementsPage'),
  page('/dashboard/announcements/:id', { access: 'announcements.view' }, () => import('./announcement-page.tsx'), 'AnnouncementPage'),
]
