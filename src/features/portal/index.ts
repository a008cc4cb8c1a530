import type { Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { overviewRoutes } from './server/overview/routes.ts'

/** What patients ask of their own record, a list for each room of the portal. */
export const portalRoutes = (_services: Services): Route[] => [...overviewRoutes]
