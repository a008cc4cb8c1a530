import { page, type PageRoute } from '#web/routing.ts'

export const routes: readonly PageRoute[] = [
  page('/dashboard/pharmacy', { access: 'prescriptions.view' }, () => import('./pharmacy-page.tsx'), 'PharmacyPage'),
]
