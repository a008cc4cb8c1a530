import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { ById } from '#shared/paging.ts'
import { Visit } from '#features/attendance/contract.ts'
import { PatientProblem, Consultation } from '#features/consultations/contract.ts'
import { LabTestRequest } from '#features/laboratory/contract.ts'
import { CurrentMedicine, Prescription } from '#features/prescriptions/contract.ts'
import { Referral } from '#features/referrals/contract.ts'
import { TimelineEvent } from '#features/timeline/contract.ts'
import { Triage } from '#features/triage/contract.ts'

/** Everything a doctor works with in one visit: null is what one may not read, or what is not there. */
export const Workspace = z
  .object({
    /** The open visit; none when the patient is not in the house, or one may not read visits. */
    visit: Visit.nullable(),
    triage: Triage.nullable(),
    /** The caller's own draft in this visit. */
    draft: Consultation.nullable(),
    /** The other notes of this visit, newest first. */
    notes: z.array(Consultation),
    problems: z.array(PatientProblem),
    medicines: z.array(CurrentMedicine).nullable(),
    prescription: Prescription.nullable(),
    tests: z.array(LabTestRequest).nullable(),
    referrals: z.array(Referral).nullable(),
    /** The newest events, for the first look; further ones come from the time line itself. */
    timeline: z.object({ rows: z.array(TimelineEvent), next: z.string().nullable() }),
  })
  .meta({ id: 'Workspace' })
export type Workspace = z.output<typeof Workspace>

export const getWorkspace = endpoint({
  method: 'GET',
  path: '/patients/patients/{id}/workspace/',
  summary: 'All that a doctor needs to see a patient, in one call: visit, triage, notes, problems, medicines, orders, time line',
  access: 'consultations.view',
  audit: 'read',
  // What is asked for by itself, too, is left to that: orders and the time line.
  live: ['attendance', 'triage', 'consultations', 'notes', 'patients'],
  params: ById,
  response: Workspace,
})
