import type { Route } from '#platform/http/handle.ts'
import { panelRoutes } from './requests/panel-routes.ts'
import { requestRoutes } from './requests/request-routes.ts'

/** Everything the laboratory answers, from request to report. */
export const laboratoryRoutes: Route[] = [...requestRoutes, ...panelRoutes]
