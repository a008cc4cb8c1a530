import type { Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { accessRoutes } from './server/access/routes.ts'
import { billRoutes } from './server/bills/routes.ts'
import { dataRoutes } from './server/download/routes.ts'
import { overviewRoutes } from './server/overview/routes.ts'
import { prescriptionRoutes } from './server/prescriptions/routes.ts'
import { resultRoutes } from './server/results/routes.ts'

/** What patients ask of their own record, a list for each room of the portal. */
export const portalRoutes = (services: Services): Route[] => [
  ...overviewRoutes,
  ...resultRoutes(services),
  ...prescriptionRoutes,
  ...billRoutes(services),
  ...accessRoutes,
  ...dataRoutes(services),
]
