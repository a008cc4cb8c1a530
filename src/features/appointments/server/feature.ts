import type { ServerFeature } from '#features/feature.ts'
import { reminderWork } from './remind.ts'
import { appointmentAlerts } from '../alerts.ts'

export const feature: ServerFeature = {
  works: ({ bookingLinkMaker }) => [reminderWork(bookingLinkMaker)],
  alerts: appointmentAlerts,
}
