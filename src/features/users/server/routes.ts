import type { Program } from '#features/feature.ts'
import type { Route } from '#platform/http/handle.ts'
import { accountRoutes } from './account-routes.ts'
import { addressCodeRoutes } from './address-code-routes.ts'
import { createRoute, registerRoute } from './add-person.ts'
import { changeRoutes } from './change-person.ts'
import { groupRoutes } from './group-routes.ts'
import { peopleRoutes } from './people-routes.ts'
import { secondFactorRoutes } from './second-factor-routes.ts'
import { securityRoutes } from './security-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { signInCodeRoute } from './sign-in-code.ts'
import { signInRoutes } from './sign-in.ts'

export const routes = (program: Program): Route[] => [
  ...signInRoutes(program),
  signInCodeRoute(program),
  registerRoute(program, program.addressCodes),
  ...accountRoutes(program, program.addressCodes),
  ...addressCodeRoutes(program, program.addressCodes),
  createRoute,
  ...peopleRoutes,
  ...changeRoutes,
  ...sessionRoutes,
  ...groupRoutes,
  ...secondFactorRoutes(program),
  ...securityRoutes,
]
