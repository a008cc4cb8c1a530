import { page, type PageRoute } from '#web/routing.ts'

// Whoever may only add documents sees their own: the server says which.
const seen = { access: 'patients.view' } as const

export const routes: readonly PageRoute[] = [
  page('/dashboard/patients/:patient/records/:id', seen, () => import('./review/review-page.tsx'), 'ReviewPage'),
  page('/dashboard/records', { access: 'records.search' }, () => import('./all/all-records-page.tsx'), 'AllRecordsPage'),
]
