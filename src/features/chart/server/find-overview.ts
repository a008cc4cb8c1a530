import { findNextAppointment } from '#features/appointments/public.ts'
import { findOpenVisit } from '#features/attendance/public.ts'
import { findProblems } from '#features/consultations/public.ts'
import { countOpenTests, findLatestResults } from '#features/laboratory/public.ts'
import { requirePatient } from '#features/patients/public.ts'
import { countOpenLines, findCurrentMedicines } from '#features/prescriptions/public.ts'
import { findVitals } from '#features/triage/public.ts'
import type { Context } from '#platform/http/handle.ts'
import type { PatientOverview } from '../contract.ts'

/** A nurse who weighs and leaves the pressure out writes another set: so many are looked through for the latest of each. */
const SETS = 5

/** What must be known of a patient, each part as far as the caller may read it: 404 for an unknown patient. */
export const findOverview = async ({ db, user, now }: Pick<Context, 'db' | 'user' | 'now'>, patient: number): Promise<PatientOverview> => {
  await requirePatient(db, patient)
  const { permissions } = user
  const [open, problems, medicines, vitals, results, appointment] = await Promise.all([
    findOpenVisit(db, patient, now),
    permissions.has('consultations.view') ? findProblems(db, patient) : null,
    permissions.has('prescriptions.view') ? findCurrentMedicines(db, patient, now) : null,
    permissions.has('triage.view') ? findVitals(db, patient, SETS) : null,
    permissions.has('laboratory.view') ? findLatestResults(db, patient, now) : null,
    permissions.has('appointments.view') ? findNextAppointment(db, patient, now) : undefined,
  ])
  const [tests, lines] = await Promise.all([
    permissions.has('laboratory.view') ? (open ? countOpenTests(db, open.id) : 0) : null,
    permissions.has('prescriptions.view') ? (open ? countOpenLines(db, open.id) : 0) : null,
  ])
  return {
    problems: problems?.filter(({ status }) => status === 'active') ?? null,
    medicines,
    vitals,
    results,
    appointments: appointment === undefined ? null : { next: appointment },
    open_orders: { tests, medicines: lines },
  }
}
