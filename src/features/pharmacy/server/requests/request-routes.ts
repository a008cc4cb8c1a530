import { sql } from 'kysely'
import { requirePatient } from '#features/patients/index.ts'
import { auditReads, changedFields } from '#platform/audit/audit.ts'
import { limitOf, pageOf, readCursor } from '#platform/db/keyset.ts'
import { conflict, fieldError, forbidden, notFound, stale, versionNeeded } from '#platform/errors/problem.ts'
import { handle, handlePrepared, type Context, type Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import {
  createPrescriptionRequest,
  getPrescriptionRequestFile,
  listPrescriptionRequests,
  listPrescriptionRequestsOfPatient,
  updatePrescriptionRequest,
  type PrescriptionRequest,
} from '#features/pharmacy/contract-requests.ts'
import { keepUpload } from './keep-upload.ts'
import { maySeeAllRequests, maySendForOthers } from '../policy.ts'
import { countRequests, findOwnPatient, findRequest, findRequestFile, findRequests, type RequestFilters } from './requests.ts'

/** Whose record a request is sent to: staff name the patient, a patient is the one that their account is on. */
const patientOf = async ({ db, user }: Pick<Context, 'db' | 'user'>, named: number | undefined): Promise<number> => {
  const own = await findOwnPatient(db, user.id)
  if (maySendForOthers(user)) {
    const patient = named ?? own
    if (patient === undefined) throw fieldError('patient', 'This field is required.')
    if (patient !== own) await db.selectFrom('patients').select('id').where('id', '=', patient).executeTakeFirst().then(refuseNobody)
    return patient
  }
  if (own === undefined && user.role === 'patient')
    throw conflict('Your account is not on a record yet. Ask at the reception desk.', {}, 'no_record')
  if (own === undefined || (named !== undefined && named !== own)) throw forbidden('prescriptions.change')
  return own
}
const refuseNobody = (patient: object | undefined) => {
  if (!patient) throw fieldError('patient', 'There is no such patient.')
}

/** Whose requests this person may see: everybody's, their own patient's, or nobody's yet; 403 for staff who may not. */
const visibleTo = async ({ db, user }: Pick<Context, 'db' | 'user'>): Promise<number | 'all' | 'none'> => {
  if (maySeeAllRequests(user)) return 'all'
  const own = await findOwnPatient(db, user.id)
  if (own === undefined && user.role !== 'patient') throw forbidden('prescriptions.view')
  return own ?? 'none'
}

interface Asked {
  limit?: number | undefined
  cursor?: string | undefined
  count?: boolean | undefined
}
const readPage = async ({ db, audit }: Pick<Context, 'db' | 'audit'>, filters: RequestFilters, { limit: asked, cursor, count }: Asked) => {
  const limit = limitOf(asked)
  const rows = await findRequests(db, filters, { cursor: readCursor(cursor), limit: limit + 1 })
  const page = pageOf(rows, limit, ({ id }) => id, count ? await countRequests(db, filters) : undefined)
  auditReads(
    audit,
    'prescription requests',
    page.rows.map(({ patient }) => patient),
    filters.patient_id,
  )
  return page
}
const emptyPage = ({ audit }: Pick<Context, 'audit'>, count: boolean | undefined) => {
  audit('read', { entity: 'prescription requests', id: null })
  return { rows: [] as PrescriptionRequest[], next: null, ...(count && { total: 0 }) }
}

export const requestRoutes = ({ files }: Services): Route[] => [
  handlePrepared(
    createPrescriptionRequest,
    // The file is read and fitted before the transaction begins, and only for those who may send it.
    async (input) => {
      await patientOf(input, input.body.patient)
      const { public_prescription: upload } = input.files
      if (!upload) throw fieldError('public_prescription', 'Choose a file.')
      return keepUpload(files, upload)
    },
    async (context) => {
      const { db, body, prepared: kept, user, now, audit, publish } = context
      const patient = await patientOf(context, body.patient)
      const insertFile = db.insertInto('files').values({ ...kept, created_at: now, created_by: user.id })
      const { id: file } = await insertFile.returning('id').executeTakeFirstOrThrow()
      const { id } = await db
        .insertInto('public_prescription_requests')
        .values({ patient_id: patient, file_id: file, note: body.note, date_created: now, created_by: user.id, date_changed: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      audit('send', { entity: 'prescription request', id, patient, change: { file, note: body.note } })
      publish('prescriptions')
      return (await findRequest(db, id))!
    },
  ),

  handle(listPrescriptionRequests, async (context) => {
    const { status, patient_id, ...asked } = context.query
    const visible = await visibleTo(context)
    // Another's are not there for a patient.
    const isForeign = visible !== 'all' && patient_id !== undefined && patient_id !== visible
    if (visible === 'none' || isForeign) return emptyPage(context, asked.count)
    return readPage(context, { status, patient_id: visible === 'all' ? patient_id : visible }, asked)
  }),

  handle(listPrescriptionRequestsOfPatient, async (context) => {
    const { db, params, query } = context
    const visible = await visibleTo(context)
    if (visible !== 'all' && visible !== params.id) throw notFound('Patient')
    const page = await readPage(context, { patient_id: params.id }, query)
    if (page.rows.length === 0) await requirePatient(db, params.id)
    return page
  }),

  handle(updatePrescriptionRequest, async ({ db, params: { id }, body, ifMatch, user, now, audit, publish }) => {
    const locked = await db.selectFrom('public_prescription_requests').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
    if (!locked) throw notFound('Prescription request')
    const before = (await findRequest(db, id))!
    const seen = body.version ?? ifMatch
    if (seen !== null && seen !== before.version) throw stale(before)
    const { status = before.status, answer = before.answer } = body
    if (seen === null && before.answer !== null && answer !== before.answer) throw versionNeeded()
    if (status === 'declined' && !answer) throw fieldError('answer', 'Say why it is declined.')
    await db
      .updateTable('public_prescription_requests')
      .set({ status, answer, date_changed: now, changed_by: user.id, version: sql`version + 1` })
      .where('id', '=', id)
      .execute()
    const change = changedFields({ status: before.status, answer: before.answer }, { status, answer })
    audit('answer', { entity: 'prescription request', id, patient: before.patient, change })
    publish('prescriptions')
    return (await findRequest(db, id))!
  }),

  handle(getPrescriptionRequestFile, async (context) => {
    const { db, params, audit } = context
    const file = await findRequestFile(db, params.id)
    const visible = await visibleTo(context)
    if (!file || (visible !== 'all' && visible !== file.patient_id)) throw notFound('Prescription request')
    audit('read', { entity: 'prescription request', id: params.id, patient: file.patient_id })
    return { body: await files.get(file.sha256), filename: file.name, type: file.type }
  }),
]
