import type { Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { requestRoutes } from './requests/request-routes.ts'

export const pharmacyRoutes = (services: Services): Route[] => [...requestRoutes(services)]
