import type { Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { publicRoutes } from './server/public-routes.ts'
import { requestRoutes } from './server/request-routes.ts'

export { bookingLinkMaker } from './server/link.ts'
export { bookingStanding } from './standing.ts'

/** Booking without signing in, and what the desk makes of it. */
export const bookingRoutes = (services: Services): Route[] => [...publicRoutes(services), ...requestRoutes(services)]
