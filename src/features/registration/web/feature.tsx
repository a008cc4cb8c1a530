import type { WebFeature } from '#web/feature.ts'
import { page } from '#web/routing.ts'

export const feature: WebFeature = {
  pages: [page('/dashboard/patients/new', { access: 'patients.add' }, () => import('./register-page.tsx'), 'RegisterPage')],
  menu: [{ group: 'Patients', place: 20, label: 'Register patient', to: '/dashboard/patients/new', access: 'patients.add' }],
}
