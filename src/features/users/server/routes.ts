import type { Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { accountRoutes } from './account-routes.ts'
import { createRoute, registerRoute } from './add-person.ts'
import { changeRoutes } from './change-person.ts'
import { groupRoutes } from './group-routes.ts'
import { peopleRoutes } from './people-routes.ts'
import { secondFactorRoutes } from './second-factor-routes.ts'
import { securityRoutes } from './security-routes.ts'
import { signInCodeRoute } from './sign-in-code.ts'
import { signInRoutes } from './sign-in.ts'

export const routes = (services: Services): Route[] => [
  ...signInRoutes(services),
  signInCodeRoute(services),
  registerRoute,
  ...accountRoutes(services),
  createRoute,
  ...peopleRoutes,
  ...changeRoutes,
  ...groupRoutes,
  ...secondFactorRoutes(services),
  ...securityRoutes,
]
