import type { Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { entityRoutes } from './entities/routes.ts'
import { identityRoutes } from './identity/routes.ts'
import { pageRoutes } from './page-routes.ts'
import { documentRoutes } from './record-routes.ts'
import { searchRoutes } from './search/routes.ts'

/** Documents of patients: what comes in, what is read of it, and what people make of it. */
export const routes = (services: Services): Route[] => [
  ...documentRoutes(services),
  ...pageRoutes(services),
  ...identityRoutes,
  ...entityRoutes,
  ...searchRoutes,
]
