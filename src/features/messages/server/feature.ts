import type { ServerFeature } from '#features/feature.ts'
import { addressCodes } from './address-codes.ts'
import { messageWork } from './send-due.ts'
import { messageAlerts } from '../alerts.ts'

export const feature: ServerFeature = {
  works: () => [messageWork],
  alerts: messageAlerts,
  provides: { addressCodes },
}
