import { page, type PageRoute } from '#web/routing.ts'

export const routes: PageRoute[] = [
  page('/dashboard/end-of-day', { access: 'attendance.end_of_day' }, () => import('./end-of-day-page.tsx'), 'EndOfDayPage'),
]
