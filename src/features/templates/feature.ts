import type { Feature } from '../feature.ts'
import { templateRoutes } from './server/routes.ts'

export const feature: Feature = {
  routes: templateRoutes,
}
