import type { ServerFeature } from '#features/feature.ts'
import { addressCodes } from './address-codes.ts'
import { messageWork } from './send-due.ts'
import { messageStanding } from '../standing.ts'

export const feature: ServerFeature = {
  works: () => [messageWork],
  alerts: messageStanding,
  provides: { addressCodes },
}
