import type { Feature } from '../feature.ts'
import { jobsFailed } from './server/jobs-failed.ts'
import { notificationRoutes } from './server/routes.ts'
import { notificationWork } from './server/work.ts'

export const feature: Feature = {
  routes: () => notificationRoutes,
  works: ({ alerts }) => [notificationWork(alerts)],
  alerts: [jobsFailed],
}
