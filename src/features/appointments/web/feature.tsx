import type { WebFeature } from '#web/feature.ts'
import { page } from '#web/routing.ts'

export const feature: WebFeature = {
  pages: [
    page('/dashboard/appointments', { access: 'appointments.view' }, () => import('./calendar/calendar-page.tsx'), 'CalendarPage'),
    page(
      '/dashboard/appointments/list',
      { access: 'appointments.view' },
      () => import('./list/appointments-list-page.tsx'),
      'AppointmentsListPage',
    ),
    page('/dashboard/appointments/waiting', { access: 'appointments.view' }, () => import('./waiting/waiting-page.tsx'), 'WaitingPage'),
  ],
  menu: [
    { group: 'Appointments', place: 10, label: 'Calendar', to: '/dashboard/appointments', access: 'appointments.view' },
    { group: 'Appointments', place: 20, label: 'Appointments list', to: '/dashboard/appointments/list', access: 'appointments.view' },
    { group: 'Appointments', place: 30, label: 'Waiting list', to: '/dashboard/appointments/waiting', access: 'appointments.view' },
  ],
}
