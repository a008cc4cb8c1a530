import type { ServerFeature } from '#features/feature.ts'
import { expiryWork } from './moves/expire.ts'
import { stockAlerts } from '../alerts.ts'

export const feature: ServerFeature = {
  works: () => [expiryWork],
  alerts: stockAlerts,
}
