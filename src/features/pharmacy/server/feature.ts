import type { ServerFeature } from '#features/feature.ts'
import { pharmacyStanding } from '../standing.ts'

export const feature: ServerFeature = {
  alerts: pharmacyStanding,
}
