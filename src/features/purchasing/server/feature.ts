import type { ServerFeature } from '#features/feature.ts'
import { undoIssued } from './requisitions/issue.ts'
import { purchasingAlerts } from '../alerts.ts'

export const feature: ServerFeature = {
  alerts: purchasingAlerts,
  provides: { undoIssued },
}
