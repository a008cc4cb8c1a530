import type { ServerFeature } from '#features/feature.ts'
import { openTriage } from './open-triage.ts'
import { triageAlerts } from '../alerts.ts'

export const feature: ServerFeature = {
  alerts: triageAlerts,
  visitOpeners: [openTriage],
}
