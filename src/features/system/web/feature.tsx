import type { WebFeature } from '#web/feature.ts'
import { page } from '#web/routing.ts'

export const feature: WebFeature = {
  pages: [page('/dashboard/administration/system', { access: 'system.view' }, () => import('./system-page.tsx'), 'SystemPage')],
  menu: [{ group: 'Administration', place: 230, label: 'System', to: '/dashboard/administration/system', access: 'system.view' }],
}
