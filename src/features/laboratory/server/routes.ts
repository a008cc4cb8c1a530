import type { Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { panelRoutes } from './requests/panel-routes.ts'
import { requestRoutes } from './requests/request-routes.ts'
import { resultRoutes } from './results/result-routes.ts'

/** Everything the laboratory answers, from request to report. */
export const laboratoryRoutes = (_services: Services): Route[] => [...requestRoutes, ...panelRoutes, ...resultRoutes]
