import { page, type PageRoute } from '#web/routing.ts'

export const routes: PageRoute[] = [
  page('/dashboard/administration/clinic', { access: 'company.change' }, () => import('./clinic-page.tsx'), 'ClinicPage'),
]
