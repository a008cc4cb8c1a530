import type { WebFeature } from '#web/feature.ts'
import { page } from '#web/routing.ts'

const SECTION = '/dashboard/laboratory'
const seen = { access: 'laboratory.view' } as const

export const feature: WebFeature = {
  pages: [
    page(`${SECTION}/catalogue`, seen, () => import('./catalogue-page.tsx'), 'CataloguePage'),
    page(`${SECTION}/catalogue/profiles`, seen, () => import('./catalogue-page.tsx'), 'CataloguePage'),
    page(`${SECTION}/catalogue/unconfirmed`, seen, () => import('./catalogue-page.tsx'), 'CataloguePage'),
    page(`${SECTION}/catalogue/specimens`, seen, () => import('./catalogue-page.tsx'), 'CataloguePage'),
    page(`${SECTION}/catalogue/panels/:id`, seen, () => import('./panel/panel-page.tsx'), 'PanelPage'),
    page(`${SECTION}/catalogue/profiles/:id`, seen, () => import('./profile/profile-page.tsx'), 'ProfilePage'),
    page(`${SECTION}/settings`, { access: 'laboratory.settings' }, () => import('./settings-page.tsx'), 'SettingsPage'),
  ],
  menu: [
    { group: 'Laboratory', place: 90, label: 'Tests and ranges', to: '/dashboard/laboratory/catalogue', access: 'laboratory.enter' },
    {
      group: 'Administration',
      place: 110,
      label: 'Laboratory settings',
      to: '/dashboard/laboratory/settings',
      access: 'laboratory.settings',
    },
  ],
}
