import { findCurrentMedicines } from '#features/prescriptions/index.ts'
import type { Db } from '#platform/db/connect.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { getPortalOverview, type OwnOverview } from '#features/portal/contract-overview.ts'
import { countOwnRecord, findNextAppointment } from './find-record.ts'

/** Of the medicines: what the first screen has room for. */
const FIRST = 3

const recordOf = async (db: Db, patient: number, now: Date): Promise<OwnOverview> => {
  const counted = await countOwnRecord(db, patient)
  const next_appointment = await findNextAppointment(db, patient, now)
  const medicines = await findCurrentMedicines(db, patient, now)
  const first = medicines.slice(0, FIRST).map(({ name, ends_on, is_ending }) => ({ name, ends_on, is_ending }))
  return { ...counted, next_appointment, medicines: { count: medicines.length, first } }
}

export const overviewRoutes: Route[] = [
  handle(getPortalOverview, async ({ db, user, now }) => ({
    is_linked: user.patient_id !== null,
    record: user.patient_id === null ? null : await recordOf(db, user.patient_id, now),
  })),
]
