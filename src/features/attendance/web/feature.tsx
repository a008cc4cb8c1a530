import type { WebFeature } from '#web/feature.ts'
import { page } from '#web/routing.ts'

export const feature: WebFeature = {
  pages: [page('/dashboard/end-of-day', { access: 'attendance.end_of_day' }, () => import('./end-of-day-page.tsx'), 'EndOfDayPage')],
  menu: [{ group: 'Reception', place: 20, label: 'End of day', to: '/dashboard/end-of-day', access: 'attendance.end_of_day' }],
}
