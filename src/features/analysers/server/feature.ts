import type { ServerFeature } from '#features/feature.ts'
import { analyserAlerts } from '../alerts.ts'

export const feature: ServerFeature = {
  alerts: analyserAlerts,
}
