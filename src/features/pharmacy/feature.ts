import type { Feature } from '../feature.ts'
import { pharmacyRoutes } from './server/routes.ts'
import { pharmacyStanding } from './standing.ts'

export const feature: Feature = {
  routes: (program) => pharmacyRoutes(program, program.visitOpeners),
  alerts: pharmacyStanding,
  constraints: {
    prescription_request_lines_open: { says: 'You have asked for this medicine already. The pharmacy answers here.', code: 'asked' },
    dispense_items_returned: { says: 'This came back already.' },
    dispense_batches_returned: { says: 'This came back already.' },
  },
}
