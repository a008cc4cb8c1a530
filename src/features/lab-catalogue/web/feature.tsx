import type { WebFeature } from '#web/feature.ts'
import { page } from '#web/routing.ts'

const ROOM = '/dashboard/laboratory'
const seen = { access: 'laboratory.view' } as const

export const feature: WebFeature = {
  pages: [
    page(`${ROOM}/catalogue`, seen, () => import('./catalogue-page.tsx'), 'CataloguePage'),
    page(`${ROOM}/catalogue/profiles`, seen, () => import('./catalogue-page.tsx'), 'CataloguePage'),
    page(`${ROOM}/catalogue/unconfirmed`, seen, () => import('./catalogue-page.tsx'), 'CataloguePage'),
    page(`${ROOM}/catalogue/specimens`, seen, () => import('./catalogue-page.tsx'), 'CataloguePage'),
    page(`${ROOM}/catalogue/panels/:id`, seen, () => import('./panel/panel-page.tsx'), 'PanelPage'),
    page(`${ROOM}/catalogue/profiles/:id`, seen, () => import('./profile/profile-page.tsx'), 'ProfilePage'),
    page(`${ROOM}/settings`, { access: 'laboratory.settings' }, () => import('./settings-page.tsx'), 'SettingsPage'),
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
