import { page, type PageRoute } from '#web/routing.ts'

export const routes: readonly PageRoute[] = [
  page('/dashboard/patients/new', { access: 'patients.add' }, () => import('./register-page.tsx'), 'RegisterPage'),
]
