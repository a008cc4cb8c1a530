import { page, type PageRoute } from '#web/routing.ts'

export const routes: PageRoute[] = [
  page('/dashboard/administration/system', { access: 'system.view' }, () => import('./system-page.tsx'), 'SystemPage'),
]
