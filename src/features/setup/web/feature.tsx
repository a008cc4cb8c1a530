import type { WebFeature } from '#web/feature.ts'
import { page } from '#web/routing.ts'

export const feature: WebFeature = {
  pages: [
    page('/set-up', { access: 'public', ownLayout: true }, () => import('./set-up-page.tsx'), 'SetUpPage'),
    page('/dashboard/administration/set-up', { access: 'company.change' }, () => import('./progress-page.tsx'), 'SetUpStepPage'),
    page('/dashboard/administration/set-up/begin', { access: 'company.change' }, () => import('./begin-page.tsx'), 'BeginPage'),
  ],
  menu: [{ group: 'Administration', place: 10, label: 'Set-up', to: '/dashboard/administration/set-up', access: 'company.change' }],
}
