import type { Program } from '#features/feature.ts'
import type { Route } from '#platform/http/handle.ts'
import { countRoutes } from './counts/count-routes.ts'
import { moveRoutes } from './moves/routes.ts'
import { readingRoutes } from './reading-routes.ts'
import { openingRoutes } from './opening/opening-routes.ts'

/** Everything about stock. */
export const routes = (program: Program): Route[] => [
  ...readingRoutes,
  ...moveRoutes(program, program.takeBackIssued),
  ...countRoutes(program),
  ...openingRoutes(program),
]
