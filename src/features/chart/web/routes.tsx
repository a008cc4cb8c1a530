import { page, type PageRoute } from '#web/routing.ts'

export const routes: readonly PageRoute[] = [
  page('/dashboard/patients/:id', { access: 'patients.view' }, () => import('./patient-page.tsx'), 'PatientPage'),
]
