import type { Feature } from '../feature.ts'
import { endOfDayWork } from './server/end-of-day-job.ts'
import { attendanceRoutes } from './server/routes.ts'

export const feature: Feature = {
  routes: ({ visitOpeners }) => attendanceRoutes(visitOpeners),
  works: () => [endOfDayWork],
  constraints: {
    visits_one_open: { says: 'This patient already has an open visit.' },
    visit_moves_undone_once: { says: 'This move was taken back already.' },
  },
}
