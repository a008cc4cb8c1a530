import { handlePrepared, type Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { checkSetUpCode, setUpClinic } from '../contract.ts'
import { roomRoutes } from './room-routes.ts'
import { checkCode, setUp, type SetUpHooks } from './set-up-clinic.ts'

export const routes = (services: Services, hooks: SetUpHooks): Route[] => [
  handlePrepared(
    checkSetUpCode,
    (input) => checkCode(services, input),
    async () => {},
  ),
  handlePrepared(
    setUpClinic,
    (input) => checkCode(services, input),
    (input) => setUp(input, hooks),
  ),
  ...roomRoutes(services, hooks),
]
