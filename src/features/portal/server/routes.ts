import type { Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { accessRoutes } from './access/routes.ts'
import { billRoutes } from './bills/routes.ts'
import { dataRoutes } from './download/routes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { prescriptionRoutes } from './prescriptions/routes.ts'
import { resultRoutes } from './results/routes.ts'

export const routes = (services: Services): Route[] => [
  ...overviewRoutes,
  ...resultRoutes(services),
  ...prescriptionRoutes,
  ...billRoutes(services),
  ...accessRoutes,
  ...dataRoutes(services),
]
