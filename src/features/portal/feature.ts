import type { Feature } from '../feature.ts'
import { accessRoutes } from './server/access/routes.ts'
import { billRoutes } from './server/bills/routes.ts'
import { dataRoutes } from './server/download/routes.ts'
import { overviewRoutes } from './server/overview/routes.ts'
import { prescriptionRoutes } from './server/prescriptions/routes.ts'
import { resultRoutes } from './server/results/routes.ts'

export const feature: Feature = {
  routes: (program) => [
    ...overviewRoutes,
    ...resultRoutes(program),
    ...prescriptionRoutes,
    ...billRoutes(program),
    ...accessRoutes,
    ...dataRoutes(program),
  ],
}
