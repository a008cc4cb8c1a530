import { requirePatient } from '#features/patients/public.ts'
import { auditReads } from '#platform/audit/audit.ts'
import { type PageAsked, readPage } from '#platform/db/keyset.ts'
import { keepDocument } from '#platform/documents/take.ts'
import { fieldError, notFound } from '#platform/errors/problem.ts'
import { handle, handlePrepared, type Context, type Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import {
  createPrescriptionRequest,
  getPrescriptionRequest,
  getPrescriptionRequestFile,
  listPrescriptionRequests,
  listPrescriptionRequestsOfPatient,
  type PrescriptionRequest,
} from '#features/pharmacy/contract-counter.ts'
import { countRequests, findRequest, findRequestFile, findRequests, type RequestFilters } from './requests.ts'
import { patientOf, requireVisible, visibleTo } from './whose.ts'
import { withRemarks } from './with-remarks.ts'

const readRequests = async ({ db, audit, query }: Pick<Context, 'db' | 'audit'> & { query: PageAsked }, filters: RequestFilters) => {
  const page = await readPage(query, {
    find: (position) => findRequests(db, filters, position),
    count: () => countRequests(db, filters),
  })
  auditReads(audit, 'prescription requests', page.rows, filters.patient_id)
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
      return keepDocument(files, upload, 'public_prescription', createPrescriptionRequest.files.public_prescription.types)
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
    const { status, patient_id, count } = context.query
    const visible = visibleTo(context.user)
    // Another's are not there for a patient.
    const isForeign = visible !== 'all' && patient_id !== undefined && patient_id !== visible
    if (visible === 'none' || isForeign) return emptyPage(context, count)
    return readRequests(context, { status, patient_id: visible === 'all' ? patient_id : visible })
  }),

  handle(listPrescriptionRequestsOfPatient, async (context) => {
    const { db, params } = context
    const visible = visibleTo(context.user)
    if (visible !== 'all' && visible !== params.id) throw notFound('Patient')
    const page = await readRequests(context, { patient_id: params.id })
    if (page.rows.length === 0) await requirePatient(db, params.id)
    return page
  }),

  handle(getPrescriptionRequest, async (context) => {
    const { db, params, audit } = context
    const request = requireVisible(context.user, await findRequest(db, params.id))
    audit('read', { entity: 'prescription request', id: request.id, patient: request.patient })
    return withRemarks(context, request)
  }),

  handle(getPrescriptionRequestFile, async (context) => {
    const { db, params, audit } = context
    const file = requireVisible(context.user, await findRequestFile(db, params.id))
    audit('read', { entity: 'prescription request', id: params.id, patient: file.patient })
    return { body: await files.get(file.sha256), filename: file.name, type: file.type }
  }),
]
