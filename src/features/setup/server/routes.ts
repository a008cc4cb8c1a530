import type { Program } from '#features/feature.ts'
import { handlePrepared, type Route } from '#platform/http/handle.ts'
import { checkSetUpCode, setUpClinic } from '../contract.ts'
import { roomRoutes } from './room-routes.ts'
import { checkCode, setUp } from './set-up-clinic.ts'

export const routes = (program: Program): Route[] => {
  const hooks = { onStarter: program.addStarterTests }
  return [
    handlePrepared(
      checkSetUpCode,
      (input) => checkCode(program, input),
      async () => {},
    ),
    handlePrepared(
      setUpClinic,
      (input) => checkCode(program, input),
      (input) => setUp(input, hooks),
    ),
    ...roomRoutes(program, hooks),
  ]
}
