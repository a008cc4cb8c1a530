import type { ServerFeature } from '#features/feature.ts'
import { takeBackIssued } from './requisitions/issue.ts'
import { purchasingStanding } from '../standing.ts'

export const feature: ServerFeature = {
  alerts: purchasingStanding,
  provides: { takeBackIssued },
}
