import type { ServerFeature } from '#features/feature.ts'
import { takeBackIssued } from './requisitions/issue.ts'
import { purchasingAlerts } from '../alerts.ts'

export const feature: ServerFeature = {
  alerts: purchasingAlerts,
  provides: { takeBackIssued },
}
