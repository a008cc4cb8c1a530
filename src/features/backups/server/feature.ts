import type { ServerFeature } from '#features/feature.ts'
import { backupWorks } from './work.ts'
import { backupStanding } from '../standing.ts'

export const feature: ServerFeature = {
  works: () => backupWorks,
  alerts: backupStanding,
}
