import type { Feature } from '../feature.ts'
import { systemRoutes } from './server/routes.ts'

export const feature: Feature = {
  routes: (program) => systemRoutes(program, program.jobs),
}
