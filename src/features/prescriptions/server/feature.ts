import type { ServerFeature } from '#features/feature.ts'
import { openPrescription } from './open-prescription.ts'
import { tillRequests } from './till-requests.ts'

export const feature: ServerFeature = {
  visitOpeners: [openPrescription],
  provides: { tillRequests },
}
