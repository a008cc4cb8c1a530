import type { ServerFeature } from '#features/feature.ts'
import { patientStanding } from '../standing.ts'

export const feature: ServerFeature = {
  alerts: patientStanding,
}
