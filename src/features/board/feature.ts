import type { Feature } from '../feature.ts'
import { boardRoutes } from './server/routes.ts'

export const feature: Feature = {
  routes: () => boardRoutes,
}
