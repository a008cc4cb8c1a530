import type { WebFeature } from '#web/feature.ts'
import { page } from '#web/routing.ts'

export const feature: WebFeature = {
  pages: [page('/dashboard/notifications', { access: 'signed-in' }, () => import('./notifications-page.tsx'), 'NotificationsPage')],
}
