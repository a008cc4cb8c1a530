import type { WebFeature } from '#web/feature.ts'
import { page } from '#web/routing.ts'

export const feature: WebFeature = {
  pages: [
    page(
      '/dashboard/administration/insurance-companies',
      { access: 'insurance.view' },
      () => import('./insurance-companies.tsx'),
      'InsuranceCompaniesPage',
    ),
  ],
  menu: [
    {
      group: 'Administration',
      place: 160,
      label: 'Insurance companies',
      to: '/dashboard/administration/insurance-companies',
      access: 'insurance.view',
    },
  ],
}
