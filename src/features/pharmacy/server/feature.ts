import type { ServerFeature } from '#features/feature.ts'
import { pharmacyAlerts } from '../alerts.ts'
import { pharmacyWaiting } from '../waiting.ts'

export const feature: ServerFeature = {
  alerts: pharmacyAlerts,
  waiting: pharmacyWaiting,
}
