import type { Feature } from '../feature.ts'
import { timelineRoutes } from './server/routes.ts'

export const feature: Feature = {
  routes: () => timelineRoutes,
}
