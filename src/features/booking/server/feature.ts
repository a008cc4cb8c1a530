import type { ServerFeature } from '#features/feature.ts'
import { bookingLinkMaker } from './link.ts'
import { bookingAlerts } from '../alerts.ts'

export const feature: ServerFeature = {
  alerts: bookingAlerts,
  provides: { bookingLinkMaker },
}
