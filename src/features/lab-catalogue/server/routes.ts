import type { Route } from '#platform/http/handle.ts'
import { panelRoutes } from './panel-routes.ts'
import { profileRoutes } from './profile-routes.ts'
import { rangeRoutes } from './range-routes.ts'
import { settingsRoutes } from './settings-routes.ts'
import { specimenRoutes } from './specimen-routes.ts'

export const routes = (): Route[] => [...panelRoutes, ...profileRoutes, ...rangeRoutes, ...specimenRoutes, ...settingsRoutes]
