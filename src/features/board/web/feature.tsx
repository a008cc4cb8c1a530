import type { WebFeature } from '#web/feature.ts'
import { page } from '#web/routing.ts'

/** Where every member of staff lands. */
export const feature: WebFeature = {
  pages: [page('/dashboard/reception-interface', { access: 'attendance.view' }, () => import('./board-page.tsx'), 'BoardPage')],
  menu: [{ group: 'Reception', place: 10, label: 'Live board', to: '/dashboard/reception-interface', access: 'attendance.view' }],
}
