import type { ServerFeature } from '#features/feature.ts'
import { endOfDayWork } from './end-of-day-job.ts'

export const feature: ServerFeature = {
  works: () => [endOfDayWork],
}
