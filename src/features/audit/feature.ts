import type { Feature } from '../feature.ts'
import { auditRoutes } from './server/routes.ts'

export const feature: Feature = {
  routes: auditRoutes,
}
