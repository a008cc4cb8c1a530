import type { ServerFeature } from '#features/feature.ts'
import { undoIssued } from './requisitions/issue.ts'
import { purchasingAlerts } from '../alerts.ts'
import { purchasingWaiting } from '../waiting.ts'

export const feature: ServerFeature = {
  alerts: purchasingAlerts,
  waiting: purchasingWaiting,
  provides: { undoIssued },
}
