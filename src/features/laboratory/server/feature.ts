import type { ServerFeature } from '#features/feature.ts'
import { openTestRequests } from './requests/open-test-requests.ts'
import { laboratoryAlerts } from '../alerts.ts'

export const feature: ServerFeature = {
  alerts: laboratoryAlerts,
  visitOpeners: [openTestRequests],
}
