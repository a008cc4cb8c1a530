import { page, type PageRoute } from '#web/routing.ts'

/** Who works when: everybody with appointments may look, few may change. */
export const routes: PageRoute[] = [
  page('/dashboard/appointments/schedules', { access: 'appointments.view' }, () => import('./schedules-page.tsx'), 'SchedulesPage'),
  page(
    '/dashboard/administration/departments',
    { access: 'company.change' },
    () => import('./places/departments-page.tsx'),
    'DepartmentsPage',
  ),
]
