import type { WebFeature } from '#web/feature.ts'
import { page } from '#web/routing.ts'

export const feature: WebFeature = {
  pages: [page('/dashboard/administration/clinic', { access: 'company.change' }, () => import('./clinic-page.tsx'), 'ClinicPage')],
  menu: [{ group: 'Administration', place: 20, label: 'Clinic', to: '/dashboard/administration/clinic', access: 'company.change' }],
}
