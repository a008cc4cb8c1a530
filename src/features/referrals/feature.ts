import type { Feature } from '../feature.ts'
import { referralRoutes } from './server/routes.ts'

export const feature: Feature = {
  routes: referralRoutes,
}
