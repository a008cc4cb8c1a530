import type { Feature } from '../feature.ts'
import { backupRoutes } from './server/routes.ts'
import { backupWorks } from './server/work.ts'
import { backupStanding } from './standing.ts'

export const feature: Feature = {
  routes: backupRoutes,
  works: () => backupWorks,
  alerts: backupStanding,
}
