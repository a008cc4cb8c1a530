import type { Feature } from '../feature.ts'
import { assistantRoutes } from './server/routes.ts'

export const feature: Feature = {
  routes: assistantRoutes,
}
