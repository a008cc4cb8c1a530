import type { Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'

/** Everything the program can do: the routes of every feature, from the bottom of the graph up. */
export const featureRoutes = (_services: Services): Route[] => []
