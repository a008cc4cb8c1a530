import type { ServerFeature } from '#features/feature.ts'
import { expiryWork } from './moves/expire.ts'
import { stockStanding } from '../standing.ts'

export const feature: ServerFeature = {
  works: () => [expiryWork],
  alerts: stockStanding,
}
