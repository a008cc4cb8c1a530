import type { ServerFeature } from '#features/feature.ts'
import { reminderWork } from './remind.ts'
import { appointmentStanding } from '../standing.ts'

export const feature: ServerFeature = {
  works: ({ bookingLinkMaker }) => [reminderWork(bookingLinkMaker)],
  alerts: appointmentStanding,
}
