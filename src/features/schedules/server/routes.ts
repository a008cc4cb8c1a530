import type { Route } from '#platform/http/handle.ts'
import { holidayRoutes } from './holiday-routes.ts'
import { roomRoutes } from './room-routes.ts'
import { serviceRoutes } from './service-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { settingsRoutes } from './settings-routes.ts'
import { timeOffRoutes } from './time-off-routes.ts'

export const routes = (): Route[] => [
  ...roomRoutes,
  ...sessionRoutes,
  ...timeOffRoutes,
  ...holidayRoutes,
  ...serviceRoutes,
  ...settingsRoutes,
]
