import { sql } from 'kysely'
import { notifyPatient } from '#features/notifications/public.ts'
import { changedFields } from '#platform/audit/audit.ts'
import { conflict, fieldError, forbidden } from '#platform/errors/problem.ts'
import { handle, type Context, type Route } from '#platform/http/handle.ts'
import { ownActivePatient } from '#platform/http/own-patient.ts'
import type { Services } from '#platform/services.ts'
import { requireUnchanged, requireVersion } from '#platform/records/version.ts'
import {
  createRequestRemark,
  requestAnswers,
  updatePrescriptionRequest,
  type PrescriptionRequest,
  type RequestStatus,
} from '#features/pharmacy/contract-requests.ts'
import { mayAskBack } from '../policy.ts'
import { findRemarks, findRequest, lockRequest } from './requests.ts'
import { retractNotices, notifyAboutRequest } from './notify-patient.ts'
import { requireVisible } from './ownership.ts'
import { withRemarks } from './with-remarks.ts'

const requireMove = ({ status: from, prescription, is_handed_out }: PrescriptionRequest, to: RequestStatus) => {
  if (from === to) return
  if (!requestAnswers[from].includes(to) || is_handed_out)
    throw conflict('This answer is not possible in the current status of the request.', { status: from }, 'not_possible')
  if (to === 'declined' && prescription !== null)
    throw conflict('It is already prescribed. Cancel the prescription first.', { prescription }, 'not_possible')
}

const notifyChange = async (
  context: Context,
  { id, status: from }: PrescriptionRequest,
  to: RequestStatus,
  publicUrl: string | undefined,
) => {
  if (from === to) return
  await retractNotices(context, id, ['question', ...(to === 'done' ? [] : (['ready'] as const))])
  if (to === 'done') await notifyAboutRequest(context, { request: id, kind: 'ready', once: 'ready', publicUrl })
}

/** Whose word a remark is: of the patient whose request it is, or of the pharmacy. 404 and 403 for everybody else. */
const isFromPatient = async (context: Context, request: PrescriptionRequest): Promise<boolean> => {
  requireVisible(context.user, request)
  if (context.user.patient_id === request.patient) {
    ownActivePatient(context.user)
    return true
  }
  if (!mayAskBack(context.user)) throw forbidden('prescriptions.dispense')
  return false
}

/** Where a request stands after a remark: what is prescribed already stays accepted. */
const statusAfter = ({ status, prescription }: PrescriptionRequest, fromPatient: boolean): RequestStatus => {
  if (fromPatient) return status === 'asked' ? 'pending' : status
  return status === 'accepted' && prescription !== null ? status : 'asked'
}

/** What the pharmacy answers, and what is asked and answered on the way. */
export const answerRoutes = ({ publicUrl }: Pick<Services, 'publicUrl'>): Route[] => [
  handle(updatePrescriptionRequest, async (context) => {
    const { db, params, body, ifMatch, user, now, audit, publish } = context
    const seen = body.version ?? ifMatch
    const before = await requireUnchanged(await lockRequest(db, params.id), seen)
    const { status = before.status, answer = before.answer } = body
    if (before.answer !== null && answer !== before.answer) requireVersion(seen)
    requireMove(before, status)
    if (status === 'declined' && !answer) throw fieldError('answer', 'Enter why it is declined.')
    await db
      .updateTable('public_prescription_requests')
      // What is done because all is handed out may be open again.
      .set({ ...(status !== before.status && { status }), answer, date_changed: now, changed_by: user.id, version: sql`version + 1` })
      .where('id', '=', before.id)
      .execute()
    const change = changedFields({ status: before.status, answer: before.answer }, { status, answer })
    audit('answer', { entity: 'prescription request', id: before.id, patient: before.patient, change })
    await notifyChange(context, before, status, publicUrl)
    if (Object.keys(change).length > 0)
      await notifyPatient(context, { kind: 'prescription_answered', entity: before.id, patient: before.patient })
    publish('prescriptions')
    return (await findRequest(db, before.id))!
  }),

  handle(createRequestRemark, async (context) => {
    const { db, params, body, user, now, audit, publish } = context
    requireVisible(context.user, await findRequest(db, params.id))
    const before = await lockRequest(db, params.id)
    const fromPatient = await isFromPatient(context, before)
    if (before.status === 'declined' || before.status === 'done')
      throw conflict('This request is already completed.', { status: before.status }, 'finished')
    const last = (await findRemarks(db, before.id)).at(-1)
    const { id: remark } = await db
      .insertInto('prescription_request_remarks')
      .values({
        public_prescription_request_id: before.id,
        is_from_patient: fromPatient,
        body: body.body,
        created_at: now,
        created_by: user.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const status = statusAfter(before, fromPatient)
    await db
      .updateTable('public_prescription_requests')
      .set({ status, date_changed: now, version: sql`version + 1` })
      .where('id', '=', before.id)
      .execute()
    audit('remark', {
      entity: 'prescription request',
      id: before.id,
      patient: before.patient,
      change: { remark, is_from_patient: fromPatient, status },
    })
    // Messages that wait are the clinic's.
    if (fromPatient) context.afterwards((clinic) => retractNotices({ db: clinic, publish }, before.id, ['question']))
    // Of what the patient has not answered yet they know already.
    else if (last === undefined || last.is_from_patient) {
      await notifyAboutRequest(context, { request: before.id, kind: 'question', once: `question:${remark}`, publicUrl })
      await notifyPatient(context, { kind: 'prescription_asked', entity: before.id, patient: before.patient })
    }
    publish('prescriptions')
    return withRemarks(context, (await findRequest(db, before.id))!)
  }),
]
