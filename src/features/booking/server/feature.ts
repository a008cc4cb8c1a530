import type { ServerFeature } from '#features/feature.ts'
import { bookingLinkMaker } from './link.ts'
import { bookingStanding } from '../standing.ts'

export const feature: ServerFeature = {
  alerts: bookingStanding,
  provides: { bookingLinkMaker },
}
