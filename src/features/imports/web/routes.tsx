import { page, type PageRoute } from '#web/routing.ts'

const ROOM = '/dashboard/administration/imports'

export const routes: PageRoute[] = [
  page(ROOM, { access: 'imports.run' }, () => import('./imports-page.tsx'), 'ImportsPage'),
  page(`${ROOM}/clinic`, { access: 'clinic.export' }, () => import('./clinic-page.tsx'), 'ClinicPage'),
  page(`${ROOM}/:id`, { access: 'imports.run' }, () => import('./import-page.tsx'), 'ImportPage'),
]
