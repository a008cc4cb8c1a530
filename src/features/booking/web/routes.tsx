import { page, type PageRoute } from '#web/routing.ts'

export const routes: readonly PageRoute[] = [
  page('/dashboard/appointments/requests', { access: 'appointments.view' }, () => import('./inbox/requests-page.tsx'), 'RequestsPage'),
]
