import type { Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { accountRoutes } from './account-routes.ts'
import { addressCodeRoutes } from './address-code-routes.ts'
import type { AddressCodes } from './address-codes.ts'
import { createRoute, registerRoute } from './add-person.ts'
import { changeRoutes } from './change-person.ts'
import { groupRoutes } from './group-routes.ts'
import { peopleRoutes } from './people-routes.ts'
import { secondFactorRoutes } from './second-factor-routes.ts'
import { securityRoutes } from './security-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { signInCodeRoute } from './sign-in-code.ts'
import { signInRoutes } from './sign-in.ts'

export const routes = (services: Services, codes: AddressCodes): Route[] => [
  ...signInRoutes(services),
  signInCodeRoute(services),
  registerRoute(services, codes),
  ...accountRoutes(services, codes),
  ...addressCodeRoutes(services, codes),
  createRoute,
  ...peopleRoutes,
  ...changeRoutes,
  ...sessionRoutes,
  ...groupRoutes,
  ...secondFactorRoutes(services),
  ...securityRoutes,
]
