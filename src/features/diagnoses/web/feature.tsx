import type { WebFeature } from '#web/feature.ts'
import { page } from '#web/routing.ts'

export const feature: WebFeature = {
  pages: [
    page(
      '/dashboard/administration/diagnoses',
      { access: 'diagnoses.change' },
      () => import('./diagnosis-codes-page.tsx'),
      'DiagnosisCodesPage',
    ),
  ],
  menu: [{ group: 'Administration', place: 60, label: 'Diagnoses', to: '/dashboard/administration/diagnoses', access: 'diagnoses.change' }],
}
