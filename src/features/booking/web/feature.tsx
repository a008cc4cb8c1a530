import type { WebFeature } from '#web/feature.ts'
import { WaitingCount } from '#web/frame/counts.ts'
import { page } from '#web/routing.ts'

export const feature: WebFeature = {
  pages: [
    page('/dashboard/appointments/requests', { access: 'appointments.view' }, () => import('./inbox/requests-page.tsx'), 'RequestsPage'),
  ],
  menu: [
    {
      group: 'Appointments',
      place: 40,
      label: 'Public bookings',
      to: '/dashboard/appointments/requests',
      access: 'appointments.view',
      count: WaitingCount,
    },
  ],
}
