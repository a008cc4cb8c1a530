import { page, type PageRoute } from '#web/routing.ts'

export const routes: PageRoute[] = [
  page(
    '/dashboard/administration/diagnoses',
    { access: 'diagnoses.change' },
    () => import('./diagnosis-codes-page.tsx'),
    'DiagnosisCodesPage',
  ),
]
