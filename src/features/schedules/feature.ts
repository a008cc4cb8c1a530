import type { Feature } from '../feature.ts'
import { scheduleRoutes } from './server/routes.ts'

export const feature: Feature = {
  routes: () => scheduleRoutes,
  constraints: {
    time_off_overlap: { says: 'The doctor has other leave at that time.' },
  },
}
