import { page, type PageRoute } from '#web/routing.ts'

export const routes: PageRoute[] = [
  page('/set-up', { access: 'public', ownLayout: true }, () => import('./set-up-page.tsx'), 'SetUpPage'),
  page('/dashboard/administration/set-up', { access: 'company.change' }, () => import('./room-page.tsx'), 'RoomPage'),
  page('/dashboard/administration/set-up/begin', { access: 'company.change' }, () => import('./begin-page.tsx'), 'BeginPage'),
]
