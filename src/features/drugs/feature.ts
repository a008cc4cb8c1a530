import type { Feature } from '../feature.ts'
import { drugRoutes } from './server/routes.ts'

export const feature: Feature = {
  routes: () => drugRoutes,
}
