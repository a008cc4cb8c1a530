import type { Feature } from '../feature.ts'
import { recordWorks } from './server/read-record.ts'
import { recordRoutes } from './server/routes.ts'

export const feature: Feature = {
  routes: recordRoutes,
  works: () => recordWorks,
}
