import { sql } from 'kysely'
import type { z } from 'zod'
import type { PublicLabStatus, updatePublicLabRequest } from '#features/laboratory/contract-public.ts'
import type { ParsedOf } from '#shared/endpoint.ts'
import { changedFields } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { isProfileInUse } from './ask.ts'
import type { Request } from './find-public.ts'
import { requireKnown } from './ownership.ts'

type Body = ParsedOf<typeof updatePublicLabRequest>['body']
type Status = z.output<typeof PublicLabStatus>

const following: Record<Status, readonly Status[]> = {
  pending: ['confirmed', 'cancelled'],
  confirmed: ['collected', 'cancelled'],
  collected: ['done', 'cancelled'],
  done: [],
  cancelled: [],
}
const isFinished = (status: Status) => status === 'done' || status === 'cancelled'

/** Where it stands afterwards; saying that the sample was taken is the step of that name. */
const statusAfter = ({ status: before }: Request, { status, sample_collected }: Body): Status => {
  if (status !== undefined || sample_collected !== true) return status ?? before
  return before === 'collected' || before === 'done' ? before : 'collected'
}

const requireStep = (from: Status, to: Status) => {
  if (from !== to && !following[from].includes(to))
    throw conflict('This status change is not possible from the current status.', { status: from }, 'not_possible')
}

/** What was made of it in a visit is cancelled there, with its charges. */
const refuseRequested = async (db: Db, request: number | null) => {
  const { rows } = await sql`
    select from lab_test_request_panels where lab_test_request_id = ${request} and cancelled_at is null limit 1`.execute(db)
  if (rows.length > 0) throw conflict('The tests are already requested in a visit. Cancel them first.', { request }, 'requested')
}

/** Who sent it without signing in is matched to a record; who sent it from a record stays who they are. */
const requirePatient = async (db: Db, { patient: before, name, request }: Request, patient: number | null) => {
  if (patient === before) return
  if (request !== null) throw conflict('The tests are already requested in a visit.', { request }, 'requested')
  if (name === null) throw fieldError('patient', 'This request was sent from a patient’s record. Its patient cannot be changed.')
  if (patient !== null) await requireKnown(db, patient)
}

const requireProfile = async (db: Db, { test_profile: before, request }: Request, profile: number) => {
  if (profile === before) return
  if (request !== null) throw conflict('The tests are already requested in a visit.', { request }, 'requested')
  if (!(await isProfileInUse(db, profile))) throw fieldError('test_profile', 'Choose an active laboratory profile.')
}

const requireSample = async (db: Db, sample: number | null, patient: number | null) => {
  if (sample === null) return
  const { rows } = await sql`select from lab_samples where id = ${sample} and patient_id = ${patient}`.execute(db)
  if (rows.length === 0) throw fieldError('sample_id', 'Sample not found for this patient.')
}

/**
 * Answers a request that is locked: whose it is, when, and one step at a time. 409 `not_possible` for a step that does not follow, `finished`
 * for anything but the answer once it is done or cancelled, `requested` for what is settled by tests that were requested. Answers the fields
 * before and after.
 */
export const answer = async ({ db, user, now }: Pick<Context, 'db' | 'user' | 'now'>, before: Request, body: Body) => {
  const status = statusAfter(before, body)
  requireStep(before.status, status)
  const named = {
    patient: body.patient === undefined ? before.patient : body.patient,
    test_profile: body.test_profile ?? before.test_profile,
    appointment_date: body.appointment_date ?? before.appointment_date,
    sample_id: body.sample_id === undefined ? before.sample_id : body.sample_id,
  }
  const after = { ...named, status, answer: body.answer ?? before.answer, sample_collected: status === 'collected' || status === 'done' }
  const changed = changedFields({ ...before }, after)
  if (isFinished(before.status) && Object.keys(changed).some((field) => field !== 'answer'))
    throw conflict('This request is already completed.', { status: before.status }, 'finished')
  if (body.sample_collected === false && after.sample_collected)
    throw fieldError('sample_collected', 'The sample of this request is already collected.')
  if (status === 'cancelled' && after.answer === '') throw fieldError('answer', 'Enter the reason for cancelling.')
  if (status === 'cancelled' && before.status !== 'cancelled') await refuseRequested(db, before.request)
  await requirePatient(db, before, named.patient)
  await requireProfile(db, before, named.test_profile)
  if (named.sample_id !== before.sample_id || named.patient !== before.patient) await requireSample(db, named.sample_id, named.patient)
  await db
    .updateTable('public_lab_requests')
    .set({
      patient_id: after.patient,
      profile_id: after.test_profile,
      appointment_date: after.appointment_date,
      sample_id: after.sample_id,
      status,
      answer: after.answer,
      sample_collected: after.sample_collected,
      date_changed: now,
      changed_by: user.id,
      version: sql`version + 1`,
    })
    .where('id', '=', before.id)
    .execute()
  return { after, changed }
}
