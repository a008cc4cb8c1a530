import { page, type PageRoute } from '#web/routing.ts'

const ROOM = '/dashboard/laboratory'
const seen = { access: 'laboratory.view' } as const

export const routes: readonly PageRoute[] = [
  page(`${ROOM}/requests`, seen, () => import('./requests/requests-page.tsx'), 'RequestsPage'),
  page(`${ROOM}/requests/:id`, seen, () => import('./requests/request-page.tsx'), 'RequestPage'),
  page(`${ROOM}/collect`, seen, () => import('./collect/collect-page.tsx'), 'CollectPage'),
  page(`${ROOM}/public-requests`, seen, () => import('./public/public-list-page.tsx'), 'PublicListPage'),
  page(`${ROOM}/public-requests/:id`, seen, () => import('./public/public-page.tsx'), 'PublicPage'),
  page(ROOM, seen, () => import('./dashboard/dashboard-page.tsx'), 'DashboardPage'),
  page(`${ROOM}/worklist`, seen, () => import('./worklist/worklist-page.tsx'), 'WorklistPage'),
  page(`${ROOM}/visits/:process`, seen, () => import('./entry/visit-page.tsx'), 'VisitPage'),
  page(`${ROOM}/approve`, seen, () => import('./approve/approve-page.tsx'), 'ApprovePage'),
  page(`${ROOM}/critical`, seen, () => import('./critical/critical-page.tsx'), 'CriticalPage'),
  page(`${ROOM}/patients/:id`, seen, () => import('./charts/patient-results-page.tsx'), 'PatientResultsPage'),
]
