import type { WebFeature } from '#web/feature.ts'
import { page } from '#web/routing.ts'

// Whoever may only add documents sees their own: the server says which.
const seen = { access: 'patients.view' } as const

export const feature: WebFeature = {
  pages: [
    page('/dashboard/patients/:patient/records/:id', seen, () => import('./review/review-page.tsx'), 'ReviewPage'),
    page('/dashboard/records', { access: 'records.search' }, () => import('./all/all-records-page.tsx'), 'AllRecordsPage'),
  ],
  menu: [{ group: 'Patients', place: 30, label: 'Documents', to: '/dashboard/records', access: 'records.search' }],
}
