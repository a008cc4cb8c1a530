import type { ServerFeature } from '#features/feature.ts'
import { openTriage } from './open-triage.ts'
import { triageAlerts } from '../alerts.ts'
import { triageWaiting } from '../waiting.ts'

export const feature: ServerFeature = {
  alerts: triageAlerts,
  waiting: triageWaiting,
  visitOpeners: [openTriage],
}
