import type { ServerFeature } from '#features/feature.ts'
import { openTestRequests } from './requests/open-test-requests.ts'
import { laboratoryStanding } from '../standing.ts'

export const feature: ServerFeature = {
  alerts: laboratoryStanding,
  visitOpeners: [openTestRequests],
}
