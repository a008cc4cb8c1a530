import { page, type PageRoute } from '#web/routing.ts'

/** Where every member of staff lands. */
export const routes: PageRoute[] = [
  page('/dashboard/reception-interface', { access: 'attendance.view' }, () => import('./board-page.tsx'), 'BoardPage'),
]
