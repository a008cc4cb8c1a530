import type { WebFeature } from '#web/feature.ts'
import { WaitingCount } from '#web/frame/counts.ts'
import { page } from '#web/routing.ts'

const SECTION = '/dashboard/laboratory'
const seen = { access: 'laboratory.view' } as const

export const feature: WebFeature = {
  pages: [
    page(`${SECTION}/requests`, seen, () => import('./requests/requests-page.tsx'), 'RequestsPage'),
    page(`${SECTION}/requests/:id`, seen, () => import('./requests/request-page.tsx'), 'RequestPage'),
    page(`${SECTION}/collect`, seen, () => import('./collect/collect-page.tsx'), 'CollectPage'),
    page(`${SECTION}/public-requests`, seen, () => import('./public/public-list-page.tsx'), 'PublicListPage'),
    page(`${SECTION}/public-requests/:id`, seen, () => import('./public/public-page.tsx'), 'PublicPage'),
    page(SECTION, seen, () => import('./dashboard/dashboard-page.tsx'), 'DashboardPage'),
    page(`${SECTION}/worklist`, seen, () => import('./worklist/worklist-page.tsx'), 'WorklistPage'),
    page(`${SECTION}/visits/:process`, seen, () => import('./entry/visit-page.tsx'), 'VisitPage'),
    page(`${SECTION}/approve`, seen, () => import('./approve/approve-page.tsx'), 'ApprovePage'),
    page(`${SECTION}/critical`, seen, () => import('./critical/critical-page.tsx'), 'CriticalPage'),
    page(`${SECTION}/patients/:id`, seen, () => import('./charts/patient-results-page.tsx'), 'PatientResultsPage'),
  ],
  menu: [
    { group: 'Laboratory', place: 10, label: 'Overview', to: '/dashboard/laboratory', access: 'laboratory.view' },
    { group: 'Laboratory', place: 20, label: 'Requests', to: '/dashboard/laboratory/requests', access: 'laboratory.view' },
    {
      group: 'Laboratory',
      place: 30,
      label: 'Collect samples',
      to: '/dashboard/laboratory/collect',
      access: 'laboratory.view',
      count: WaitingCount,
    },
    {
      group: 'Laboratory',
      place: 40,
      label: 'Work list',
      to: '/dashboard/laboratory/worklist',
      access: 'laboratory.view',
      alsoAt: ['/dashboard/laboratory/visits'],
      count: WaitingCount,
    },
    {
      group: 'Laboratory',
      place: 50,
      label: 'Approve',
      to: '/dashboard/laboratory/approve',
      access: 'laboratory.view',
      count: WaitingCount,
    },
    {
      group: 'Laboratory',
      place: 60,
      label: 'Critical values',
      to: '/dashboard/laboratory/critical',
      access: 'laboratory.view',
      count: WaitingCount,
    },
    {
      group: 'Laboratory',
      place: 70,
      label: 'Patient requests',
      to: '/dashboard/laboratory/public-requests',
      access: 'laboratory.view',
    },
  ],
}
