import type { ServerFeature } from '#features/feature.ts'
import { pharmacyAlerts } from '../alerts.ts'

export const feature: ServerFeature = {
  alerts: pharmacyAlerts,
}
