import type { ServerFeature } from '#features/feature.ts'
import { jobsFailed } from './jobs-failed.ts'
import { notificationWork } from './work.ts'

export const feature: ServerFeature = {
  works: ({ alerts }) => [notificationWork(alerts)],
  alerts: [jobsFailed],
}
