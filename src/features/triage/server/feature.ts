import type { ServerFeature } from '#features/feature.ts'
import { openTriage } from './open-triage.ts'
import { triageStanding } from '../standing.ts'

export const feature: ServerFeature = {
  alerts: triageStanding,
  visitOpeners: [openTriage],
}
