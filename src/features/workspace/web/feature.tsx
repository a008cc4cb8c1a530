import type { WebFeature } from '#web/feature.ts'
import { WaitingCount } from '#web/frame/counts.ts'
import { page } from '#web/routing.ts'

export const feature: WebFeature = {
  pages: [page('/dashboard/doctor-interface', { access: 'attendance.doctor' }, () => import('./doctor-queue-page.tsx'), 'DoctorQueuePage')],
  menu: [
    { group: 'Doctor', place: 10, label: 'My queue', to: '/dashboard/doctor-interface', access: 'attendance.doctor', count: WaitingCount },
  ],
}
