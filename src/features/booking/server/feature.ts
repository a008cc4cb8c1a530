import type { ServerFeature } from '#features/feature.ts'
import { bookingLinkMaker } from './link.ts'
import { bookingAlerts } from '../alerts.ts'
import { bookingWaiting } from '../waiting.ts'

export const feature: ServerFeature = {
  alerts: bookingAlerts,
  waiting: bookingWaiting,
  provides: { bookingLinkMaker },
}
