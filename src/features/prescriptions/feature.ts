import type { Feature } from '../feature.ts'
import { openPrescription } from './server/open-prescription.ts'
import { prescriptionRoutes } from './server/routes.ts'
import { tillRequests } from './server/till-requests.ts'

export const feature: Feature = {
  routes: prescriptionRoutes,
  visitOpeners: [openPrescription],
  provides: { tillRequests },
  constraints: {
    prescribed_drugs_dispensed: { says: 'This was dispensed already.' },
    prescribed_drugs_given: { says: 'This was dispensed already.' },
  },
}
