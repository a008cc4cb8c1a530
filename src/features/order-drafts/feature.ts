import type { Feature } from '../feature.ts'
import { orderDraftRoutes } from './server/routes.ts'

export const feature: Feature = {
  routes: () => orderDraftRoutes,
}
