import { page, type PageRoute } from '#web/routing.ts'

export const routes: PageRoute[] = [
  page('/patient-overview', { access: 'signed-in' }, () => import('./patient-overview.tsx'), 'PatientOverviewPage'),
]
