import type { ServerFeature } from '#features/feature.ts'
import { workspaceWaiting } from '../waiting.ts'

export const feature: ServerFeature = {
  waiting: workspaceWaiting,
}
