import { page, type PageRoute } from '#web/routing.ts'

export const routes: PageRoute[] = [
  page('/dashboard/doctor-interface', { access: 'attendance.doctor' }, () => import('./doctor-queue-page.tsx'), 'DoctorQueuePage'),
]
