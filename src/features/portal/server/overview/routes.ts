import { countUnreadForPatient, findOwnAnnouncements } from '#features/announcements/public.ts'
import { getPortalOverview, type OwnOverview } from '#features/portal/contract.ts'
import { findOwnBalance } from '../bills/balance.ts'
import { countNewResults, findOwnResults } from '../results/find-results.ts'
import { findCurrentMedicines } from '#features/prescriptions/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { countOwnRecord, findNextAppointment } from './find-record.ts'

/** What the first screen has room for. */
const FIRST = 3

const findOverview = async (db: Db, patient: number, now: Date): Promise<OwnOverview> => {
  const counted = await countOwnRecord(db, patient)
  const next_appointment = await findNextAppointment(db, patient, now)
  const medicines = await findCurrentMedicines(db, patient, now)
  const [newest = null] = await findOwnResults(db, patient, { cursor: null, limit: 1, now })
  return {
    ...counted,
    next_appointment,
    results: { new_count: newest ? await countNewResults(db, patient, now) : 0, newest },
    medicines: { count: medicines.length, first: medicines.slice(0, FIRST) },
    balance: await findOwnBalance(db, patient),
  }
}

export const overviewRoutes: Route[] = [
  handle(getPortalOverview, async (context) => {
    const { db, user, now } = context
    return {
      is_linked: user.patient_id !== null,
      record: user.patient_id === null ? null : await findOverview(db, user.patient_id, now),
      announcements: { unread: await countUnreadForPatient(context), first: await findOwnAnnouncements(context, { limit: FIRST }) },
    }
  }),
]
