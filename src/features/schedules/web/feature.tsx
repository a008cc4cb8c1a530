import type { WebFeature } from '#web/feature.ts'
import { page } from '#web/routing.ts'

/** Who works when: everybody with appointments may look, few may change. */
export const feature: WebFeature = {
  pages: [
    page('/dashboard/appointments/schedules', { access: 'appointments.view' }, () => import('./schedules-page.tsx'), 'SchedulesPage'),
    page(
      '/dashboard/administration/departments',
      { access: 'company.change' },
      () => import('./places/departments-page.tsx'),
      'DepartmentsPage',
    ),
  ],
  menu: [
    { group: 'Appointments', place: 50, label: 'Schedules', to: '/dashboard/appointments/schedules', access: 'appointments.view' },
    {
      group: 'Administration',
      place: 30,
      label: 'Departments and rooms',
      to: '/dashboard/administration/departments',
      access: 'company.change',
    },
  ],
}
