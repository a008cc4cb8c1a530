import { analyserStanding } from '#features/analysers/index.ts'
import { appointmentStanding } from '#features/appointments/index.ts'
import { backupStanding } from '#features/backups/index.ts'
import { bookingStanding } from '#features/booking/index.ts'
import { laboratoryStanding } from '#features/laboratory/index.ts'
import { messageStanding } from '#features/messages/index.ts'
import { jobsFailed, type Standing } from '#features/notifications/index.ts'
import { patientStanding } from '#features/patients/index.ts'
import { pharmacyStanding } from '#features/pharmacy/index.ts'
import { purchasingStanding } from '#features/purchasing/index.ts'
import { stockStanding } from '#features/stock/index.ts'
import { triageStanding } from '#features/triage/index.ts'

/** Everything that stands until somebody deals with it, of every feature: what notifications are made of. */
export const standing: readonly Standing[] = [
  ...messageStanding,
  ...patientStanding,
  ...backupStanding,
  jobsFailed,
  ...stockStanding,
  ...laboratoryStanding,
  ...analyserStanding,
  ...triageStanding,
  ...pharmacyStanding,
  ...appointmentStanding,
  ...bookingStanding,
  ...purchasingStanding,
]
