import type { Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { countRoutes } from './counts/count-routes.ts'
import type { OnReturn } from './moves/end-transfer.ts'
import { moveRoutes } from './moves/routes.ts'
import { readingRoutes } from './reading-routes.ts'
import { openingRoutes } from './opening/opening-routes.ts'

/** Everything about stock. `onReturn` is what follows when something comes back of a transfer that serves a requisition. */
export const stockRoutes = (services: Services, { onReturn }: { onReturn: OnReturn }): Route[] => [
  ...readingRoutes,
  ...moveRoutes(services, onReturn),
  ...countRoutes(services),
  ...openingRoutes(services),
]
