import { page, type PageRoute } from '#web/routing.ts'

export const routes: PageRoute[] = [
  page('/dashboard/notifications', { access: 'signed-in' }, () => import('./notifications-page.tsx'), 'NotificationsPage'),
]
