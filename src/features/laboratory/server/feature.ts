import type { ServerFeature } from '#features/feature.ts'
import { openTestRequests } from './requests/open-test-requests.ts'
import { laboratoryAlerts } from '../alerts.ts'
import { laboratoryWaiting } from '../waiting.ts'

export const feature: ServerFeature = {
  alerts: laboratoryAlerts,
  waiting: laboratoryWaiting,
  visitOpeners: [openTestRequests],
}
