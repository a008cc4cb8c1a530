import type { Route } from '#platform/http/handle.ts'
import { noteRoutes } from './note-routes.ts'
import { problemRoutes } from './problem-routes.ts'

export const routes = (): Route[] => [...noteRoutes, ...problemRoutes]
