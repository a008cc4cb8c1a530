import type { Feature } from '../feature.ts'
import { reportRoutes } from './server/routes.ts'

export const feature: Feature = {
  routes: reportRoutes,
}
