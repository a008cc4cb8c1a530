import type { Feature } from '../feature.ts'
import { analyserRoutes } from './server/routes.ts'
import { analyserStanding } from './standing.ts'

export const feature: Feature = {
  routes: () => analyserRoutes,
  alerts: analyserStanding,
}
