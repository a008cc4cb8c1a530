import type { WebFeature } from '#web/feature.ts'
import { page } from '#web/routing.ts'

export const feature: WebFeature = {
  pages: [page('/dashboard/patients/:id', { access: 'patients.view' }, () => import('./patient-page.tsx'), 'PatientPage')],
}
