import { page, type PageRoute } from '#web/routing.ts'

export const routes: PageRoute[] = [
  page(
    '/dashboard/administration/insurance-companies',
    { access: 'insurance.view' },
    () => import('./insurance-companies.tsx'),
    'InsuranceCompaniesPage',
  ),
]
