import type { ServerFeature } from '#features/feature.ts'
import { billingWaiting } from '../waiting.ts'

export const feature: ServerFeature = {
  waiting: billingWaiting,
}
