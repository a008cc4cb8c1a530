import { page, type PageRoute } from '#web/routing.ts'

export const routes: readonly PageRoute[] = [
  page('/dashboard/appointments', { access: 'appointments.view' }, () => import('./calendar/calendar-page.tsx'), 'CalendarPage'),
  page(
    '/dashboard/appointments/list',
    { access: 'appointments.view' },
    () => import('./list/appointments-list-page.tsx'),
    'AppointmentsListPage',
  ),
  page('/dashboard/appointments/waiting', { access: 'appointments.view' }, () => import('./waiting/waiting-page.tsx'), 'WaitingPage'),
]
