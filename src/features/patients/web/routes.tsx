import { page, type PageRoute } from '#web/routing.ts'

/** The list of patients; registering belongs to `registration`, a patient's page to `chart`. */
export const routes: readonly PageRoute[] = [
  page('/dashboard/patients', { access: 'patients.view' }, () => import('./list/patient-list.tsx'), 'PatientList'),
  page('/dashboard/patients/duplicates', { access: 'patients.merge' }, () => import('./merge/duplicate-list.tsx'), 'DuplicateList'),
  page('/dashboard/patients/:id/merge', { access: 'patients.merge' }, () => import('./merge/merge-page.tsx'), 'MergePage'),
]
