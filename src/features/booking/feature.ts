import type { Feature } from '../feature.ts'
import { bookingLinkMaker } from './server/link.ts'
import { publicRoutes } from './server/public-routes.ts'
import { requestRoutes } from './server/request-routes.ts'
import { bookingStanding } from './standing.ts'

export const feature: Feature = {
  routes: (program) => [...publicRoutes(program), ...requestRoutes(program)],
  alerts: bookingStanding,
  provides: { bookingLinkMaker },
}
