import { findOpenVisit, findVisit } from '#features/attendance/public.ts'
import { findNotes, findProblems } from '#features/consultations/public.ts'
import { findRequests } from '#features/laboratory/public.ts'
import { requirePatient } from '#features/patients/public.ts'
import { findCurrentMedicines, findPrescription } from '#features/prescriptions/public.ts'
import { findReferrals } from '#features/referrals/public.ts'
import { findEvents, readableKinds } from '#features/timeline/public.ts'
import { findTriage } from '#features/triage/public.ts'
import { pageOf } from '#platform/db/keyset.ts'
import type { Context } from '#platform/http/handle.ts'
import type { Permission } from '#shared/permissions.ts'
import type { Workspace } from '../contract.ts'

/** Events that come with the workspace; as many as the time line asks for at once. */
const EVENTS = 40
/** Of one visit: more is more than anybody writes. */
const OF_A_VISIT = { cursor: null, limit: 100 }

type Reader = Pick<Context, 'db' | 'user' | 'now'>

/** What belongs to the open visit. */
const findPrescriptions = async ({ db, user, now }: Reader, id: number) => {
  const may = (right: Permission) => user.permissions.has(right)
  const mayPrice = may('services.view')
  const visit = (await findVisit(db, id, now))!
  const [notes, triage, prescription, tests, referrals] = await Promise.all([
    findNotes(db, user, { visit: id }, OF_A_VISIT),
    may('triage.view') ? findTriage(db, id) : null,
    may('prescriptions.view') && visit.prescription !== null ? findPrescription(db, visit.prescription, mayPrice) : null,
    may('laboratory.view') && visit.process_test_req !== null
      ? findRequests(db, { process: visit.process_test_req }, user, OF_A_VISIT)
      : null,
    may('referrals.view') ? findReferrals(db, user, { visit: id }, OF_A_VISIT) : null,
  ])
  const draft = notes.find(({ doctor, signed_at }) => doctor === user.id && signed_at === null) ?? null
  return {
    visit: may('attendance.view') ? visit : null,
    triage: triage ?? null,
    draft,
    notes: notes.filter((note) => note !== draft),
    prescription: prescription ?? null,
    tests,
    referrals,
  }
}

const notHere = { visit: null, triage: null, draft: null, notes: [], prescription: null, tests: null, referrals: null }

/** All that a doctor needs of a patient, as far as the caller may read it: 404 for a patient who is not there. */
export const findWorkspace = async (reader: Reader, patient: number): Promise<Workspace> => {
  const { db, user, now } = reader
  await requirePatient(db, patient)
  const open = await findOpenVisit(db, patient, now)
  const [prescriptions, problems, medicines, events] = await Promise.all([
    open ? findPrescriptions(reader, open.id) : notHere,
    findProblems(db, patient),
    user.permissions.has('prescriptions.view') ? findCurrentMedicines(db, patient, now) : null,
    findEvents(db, patient, readableKinds(user.permissions), { cursor: null, limit: EVENTS + 1 }),
  ])
  const { rows, next } = pageOf(events, EVENTS, ({ at }) => at.toISOString())
  return { ...prescriptions, problems, medicines, timeline: { rows, next } }
}
