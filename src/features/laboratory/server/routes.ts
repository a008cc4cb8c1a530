import type { Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { publicRoutes } from './public/public-routes.ts'
import { releaseRoutes } from './released/release-routes.ts'
import { reportRoutes } from './reports/report-routes.ts'
import { panelRoutes } from './requests/panel-routes.ts'
import { requestRoutes } from './requests/request-routes.ts'
import { criticalRoutes } from './results/critical/critical-routes.ts'
import { resultReadRoutes } from './results/read-routes.ts'
import { resultRoutes } from './results/result-routes.ts'
import { twinRoutes } from './twins/twin-routes.ts'
import { labelRoutes } from './samples/label-routes.ts'
import { sampleRoutes } from './samples/sample-routes.ts'

/** Everything the laboratory answers, from request to report. */
export const routes = (services: Services): Route[] => [
  ...requestRoutes,
  ...panelRoutes,
  ...sampleRoutes,
  ...labelRoutes(services),
  ...publicRoutes(services),
  ...resultRoutes,
  ...resultReadRoutes,
  ...twinRoutes,
  ...criticalRoutes,
  ...releaseRoutes,
  ...reportRoutes(services),
]
