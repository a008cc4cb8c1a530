import type { ServerFeature } from '#features/feature.ts'
import { backupWorks } from './work.ts'
import { backupAlerts } from '../alerts.ts'

export const feature: ServerFeature = {
  works: () => backupWorks,
  alerts: backupAlerts,
}
