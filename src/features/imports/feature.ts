import type { Feature } from '../feature.ts'
import { importCleaning } from './server/clean-up.ts'
import { clinicExportRoutes } from './server/clinic/routes.ts'
import { clinicExportWorks } from './server/clinic/work.ts'
import { importRoutes } from './server/routes.ts'
import { importWork } from './server/work.ts'

export const feature: Feature = {
  routes: (program) => [...importRoutes(program), ...clinicExportRoutes(program)],
  works: () => [importWork, importCleaning, ...clinicExportWorks],
}
