import type { Feature } from '../feature.ts'
import { addressCodes } from './server/address-codes.ts'
import { messageRoutes } from './server/routes.ts'
import { messageWork } from './server/send-due.ts'
import { messageStanding } from './standing.ts'

export const feature: Feature = {
  routes: messageRoutes,
  works: () => [messageWork],
  alerts: messageStanding,
  provides: { addressCodes },
}
