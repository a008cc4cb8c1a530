import type { Feature } from '../feature.ts'
import { openTriage } from './server/open-triage.ts'
import { triageRoutes } from './server/routes.ts'
import { triageStanding } from './standing.ts'

export const feature: Feature = {
  routes: () => triageRoutes,
  alerts: triageStanding,
  visitOpeners: [openTriage],
}
