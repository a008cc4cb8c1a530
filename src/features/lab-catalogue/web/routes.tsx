import { page, type PageRoute } from '#web/routing.ts'

const ROOM = '/dashboard/laboratory'
const seen = { access: 'laboratory.view' } as const

export const routes: readonly PageRoute[] = [
  page(`${ROOM}/catalogue`, seen, () => import('./catalogue-page.tsx'), 'CataloguePage'),
  page(`${ROOM}/catalogue/profiles`, seen, () => import('./catalogue-page.tsx'), 'CataloguePage'),
  page(`${ROOM}/catalogue/unconfirmed`, seen, () => import('./catalogue-page.tsx'), 'CataloguePage'),
  page(`${ROOM}/catalogue/specimens`, seen, () => import('./catalogue-page.tsx'), 'CataloguePage'),
  page(`${ROOM}/catalogue/panels/:id`, seen, () => import('./panel/panel-page.tsx'), 'PanelPage'),
  page(`${ROOM}/catalogue/profiles/:id`, seen, () => import('./profile/profile-page.tsx'), 'ProfilePage'),
  page(`${ROOM}/settings`, { access: 'laboratory.settings' }, () => import('./settings-page.tsx'), 'SettingsPage'),
]
