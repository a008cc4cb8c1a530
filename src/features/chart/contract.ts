import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { ById } from '#shared/paging.ts'
import { NextAppointment } from '#features/appointments/contract.ts'
import { PatientProblem } from '#features/consultations/contract.ts'
import { LatestResults } from '#features/laboratory/contract-reports.ts'
import { CurrentMedicine } from '#features/prescriptions/contract.ts'
import { VitalSigns } from '#features/triage/contract.ts'

/** What must be known of a patient before anything is done: a part is null for callers who may not read it where it belongs. */
export const PatientOverview = z
  .object({
    /** The active ones. */
    problems: z.array(PatientProblem).nullable(),
    medicines: z.array(CurrentMedicine).nullable(),
    /** The newest sets over all visits, five at most: what the latest lacks is in an earlier one. */
    vitals: z.array(VitalSigns).nullable(),
    results: LatestResults.nullable(),
    /** `next` is null without one. */
    appointments: z.object({ next: NextAppointment.nullable() }).nullable(),
    /** What the open visit still waits for; zero without one. */
    open_orders: z.object({ tests: z.int().nullable(), medicines: z.int().nullable() }),
  })
  .meta({ id: 'PatientOverview' })
export type PatientOverview = z.output<typeof PatientOverview>

export const getPatientOverview = endpoint({
  method: 'GET',
  path: '/patients/patients/{id}/overview/',
  summary:
    'What must be known of a patient at a glance, as far as one may read it: problems, medicines, vital signs, results, next appointment',
  access: 'patients.view',
  audit: 'read',
  // News that names the patient or their visit: other news does not say whose it is, and each reading leaves a row in the trail.
  live: ['attendance', 'patients'],
  params: ById,
  response: PatientOverview,
})
