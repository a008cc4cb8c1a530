import type { ServerFeature } from '#features/feature.ts'
import { patientAlerts } from '../alerts.ts'

export const feature: ServerFeature = {
  alerts: patientAlerts,
}
