import type { Feature } from '../feature.ts'
import { openTestRequests } from './server/requests/open-test-requests.ts'
import { laboratoryRoutes } from './server/routes.ts'
import { laboratoryStanding } from './standing.ts'

export const feature: Feature = {
  routes: laboratoryRoutes,
  alerts: laboratoryStanding,
  visitOpeners: [openTestRequests],
}
