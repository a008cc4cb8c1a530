import type { PageRoute } from '#web/routing.ts'

/** The rooms of the laboratory: `page(`${ROOM}/…`, seen, () => import('./…'), '…')`. */
export const routes: readonly PageRoute[] = []
