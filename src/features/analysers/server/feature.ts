import type { ServerFeature } from '#features/feature.ts'
import { analyserStanding } from '../standing.ts'

export const feature: ServerFeature = {
  alerts: analyserStanding,
}
