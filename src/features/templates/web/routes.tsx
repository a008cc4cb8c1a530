import { page, type PageRoute } from '#web/routing.ts'

export const routes: PageRoute[] = [
  page('/dashboard/administration/templates', { access: 'company.change' }, () => import('./templates-page.tsx'), 'TemplatesPage'),
]
