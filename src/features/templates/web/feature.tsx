import type { WebFeature } from '#web/feature.ts'
import { page } from '#web/routing.ts'

export const feature: WebFeature = {
  pages: [page('/dashboard/administration/templates', { access: 'company.change' }, () => import('./templates-page.tsx'), 'TemplatesPage')],
  menu: [
    { group: 'Administration', place: 140, label: 'Print templates', to: '/dashboard/administration/templates', access: 'company.change' },
  ],
}
