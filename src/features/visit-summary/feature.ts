import type { Feature } from '../feature.ts'
import { visitSummaryRoutes } from './server/routes.ts'

export const feature: Feature = {
  routes: visitSummaryRoutes,
}
