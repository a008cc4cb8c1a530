import { redactRestricted, type Reader } from '#features/patients/public.ts'
import type { User } from '#platform/http/handle.ts'
import type { Visit } from '../contract.ts'

/** A visit as queues have it, with whether the patient's record is restricted. */
export type QueuedVisit = Visit & { is_restricted: boolean }

interface Onlooker extends Reader {
  user: Pick<User, 'id' | 'permissions'>
}

/** Number, name and place of an open visit, and its bill for the till; of a visit that is over nothing. */
const redact = (visit: QueuedVisit, { user }: Onlooker): QueuedVisit | null =>
  visit.closed_at !== null
    ? null
    : {
        ...visit,
        found_at: null,
        gender: 'unknown',
        date_of_birth: null,
        is_birth_date_estimated: false,
        died_on: null,
        age: null,
        reason: '',
        created_by: null,
        invoice: user.permissions.has('attendance.billing') ? visit.invoice : null,
        process_test_req: null,
        prescription: null,
        triage: null,
        triage_scale: null,
        triage_level: null,
        triage_level_at: null,
        triage_due_at: null,
        triage_suggested_level: null,
        needs_triage_category: false,
        observation_due_at: null,
        news2: null,
        has_critical_triage: false,
        critical_text: null,
        insurances: [],
        allergies: [],
        allergy_status: null,
        pregnancy: null,
        alerts: [],
      }

/** Queues keep everybody: of a restricted record that is not open to this person, who it is and where they are now, and no past visits. */
export const redactVisits = (onlooker: Onlooker, visits: readonly QueuedVisit[]): Promise<Visit[]> =>
  redactRestricted<QueuedVisit>(onlooker, visits, { patientOf: ({ patient }) => patient, redact: (visit) => redact(visit, onlooker) })

/** The same of one that this person has just moved; where it is over by that, without what is recorded in it. */
export const redactVisit = async (onlooker: Onlooker, visit: QueuedVisit): Promise<Visit> => {
  const [shown] = await redactVisits(onlooker, [{ ...visit, closed_at: null }])
  return { ...shown!, closed_at: visit.closed_at }
}
