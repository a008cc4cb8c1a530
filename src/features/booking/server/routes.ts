import type { Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { publicRoutes } from './public-routes.ts'
import { requestRoutes } from './request-routes.ts'

export const routes = (services: Services): Route[] => [...publicRoutes(services), ...requestRoutes(services)]
