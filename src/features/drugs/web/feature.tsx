import type { WebFeature } from '#web/feature.ts'
import { page } from '#web/routing.ts'

export const feature: WebFeature = {
  pages: [page('/dashboard/administration/drugs', { access: 'drugs.change' }, () => import('./drugs-page.tsx'), 'DrugsPage')],
  menu: [{ group: 'Administration', place: 50, label: 'Drugs and safety', to: '/dashboard/administration/drugs', access: 'drugs.change' }],
}
