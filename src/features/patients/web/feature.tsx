import type { WebFeature } from '#web/feature.ts'
import { page } from '#web/routing.ts'

/** The list of patients; registering belongs to `registration`, a patient's page to `chart`. */
export const feature: WebFeature = {
  pages: [
    page('/dashboard/patients', { access: 'patients.view' }, () => import('./list/patient-list.tsx'), 'PatientList'),
    page('/dashboard/patients/duplicates', { access: 'patients.merge' }, () => import('./merge/duplicate-list.tsx'), 'DuplicateList'),
    page('/dashboard/patients/:id/merge', { access: 'patients.merge' }, () => import('./merge/merge-page.tsx'), 'MergePage'),
  ],
  menu: [
    { group: 'Patients', place: 10, label: 'All patients', to: '/dashboard/patients', access: 'patients.view' },
    { group: 'Patients', place: 40, label: 'Likely duplicates', to: '/dashboard/patients/duplicates', access: 'patients.merge' },
  ],
}
