import type { Program } from '#features/feature.ts'
import { type Route, handle, handlePrepared, type Before, type Context } from '#platform/http/handle.ts'
import { answerRoutes } from './requests/answer-routes.ts'
import {
  checkSale,
  createSale,
  createPatientReturn,
  listPatientReturns,
  getPharmacyCounts,
  listPharmacyQueue,
} from '../contract-counter.ts'
import {
  writePrescription,
  createPrescriptionRequest,
  getPrescriptionRequest,
  getPrescriptionRequestFile,
  listPrescriptionRequests,
  listPrescriptionRequestsOfPatient,
  type PrescriptionRequest,
} from '../contract-requests.ts'
import { checkTheSale } from './sales/check-sale.ts'
import { makeSale } from './sales/make-sale.ts'
import type { VisitOpener } from '#features/attendance/public.ts'
import { findRequest, countRequests, findRequestFile, findRequests, type RequestFilters } from './requests/requests.ts'
import { transcribe } from './requests/transcribe.ts'
import { withRemarks } from './requests/with-remarks.ts'
import { auditReads, changedFields } from '#platform/audit/audit.ts'
import { readReturnPage } from './returns/find-returns.ts'
import { takeReturn } from './returns/take-return.ts'
import { notFound, requireFound, fieldError } from '#platform/errors/problem.ts'
import {
  checkDispense,
  createDispense,
  getCounterPrescription,
  listSubstitutes,
  refuseLine,
  reopenLine,
  printLabels as labelsContract,
  printSlip as slipContract,
  getDispense,
  listDispenses,
  printRegister as registerContract,
  listRegister,
  getPharmacySettings,
  updatePharmacySettings,
} from '../contract.ts'
import { check } from './counter/check-dispense.ts'
import { readCounterPrescription } from './counter/counter-prescription.ts'
import { dispensePrescription } from './counter/create-dispense.ts'
import { refuse, reopen } from './counter/refuse-line.ts'
import { findSubstitutes } from './counter/substitutes.ts'
import { readClinicHead } from '#features/company/public.ts'
import { mayPrice } from '#features/prescriptions/public.ts'
import { moment } from '#platform/pdf/printed-values.ts'
import type { Services } from '#platform/services.ts'
import { findDispense } from './dispenses.ts'
import { findLabelFacts } from './documents/find-label.ts'
import { findLabelClinic, printLabels } from './documents/print-label.ts'
import { printRegister, readRegister } from './documents/print-register.ts'
import { printSlip } from './documents/print-slip.ts'
import { dayOf } from '#features/stock/public.ts'
import { sharedRead } from '#platform/db/shared-read.ts'
import { readPage, type PageAsked } from '#platform/db/keyset.ts'
import { findCounts } from './counts.ts'
import { countDispenses, findDispenseIds, findDispenses } from './lists.ts'
import { countQueue, findQueue, findQueueIds } from './queue.ts'
import { countRegister, findRegister } from './register.ts'
import { changeSettings, readSettings } from './settings.ts'
import { findShelf } from './shelf.ts'
import { requirePatient } from '#features/patients/public.ts'
import { keepDocument } from '#platform/documents/take.ts'
import { findOwnPatient, requireVisible, visibleTo } from './requests/ownership.ts'

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

const requestRoutes = ({ files }: Services): Route[] => [
  handlePrepared(
    createPrescriptionRequest,
    // The file is read and fitted before the transaction begins, and only for those who may send it.
    async (input) => {
      await findOwnPatient(input, input.body.patient)
      const { public_prescription: upload } = input.files
      if (!upload) throw fieldError('public_prescription', 'Choose a file.')
      return keepDocument(files, upload, 'public_prescription', createPrescriptionRequest.files.public_prescription.types)
    },
    async (context) => {
      const { db, body, prepared: kept, user, now, audit, publish } = context
      const patient = await findOwnPatient(context, body.patient)
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

/** The queue, its figures, what went over the counter, the register, and how the pharmacy works. */
const readingRoutes: Route[] = [
  handle(listPharmacyQueue, async ({ db, query, user, now, audit }) => {
    const { state, q, store: named } = query
    const { id: store } = await findShelf(db, named)
    const filters = { store, state, ids: q === undefined || q.trim() === '' ? undefined : await findQueueIds(db, q, { user, now }) }
    const page = await readPage(query, {
      find: (position) => findQueue(db, filters, now, position),
      by: ({ since }) => since,
      count: () => countQueue(db, filters, now),
    })
    auditReads(audit, 'prescriptions', page.rows)
    return page
  }),

  handle(getPharmacyCounts, async ({ db, query, now }) => {
    const shelf = await findShelf(db, query.store)
    const day = await dayOf(db, now)
    const counts = await sharedRead(db, `pharmacy counts ${shelf.id} ${day}`, () => findCounts(db, shelf, { now, day }))
    return { store: shelf.id, store_name: shelf.name, ...counts }
  }),

  handle(listDispenses, async ({ db, query, user, now, audit }) => {
    const { q } = query
    const filters = { ...query, ids: q === undefined || q.trim() === '' ? undefined : await findDispenseIds(db, q, { user, now }) }
    const page = await readPage(query, {
      find: (position) => findDispenses(db, filters, position),
      count: () => countDispenses(db, filters),
    })
    auditReads(audit, 'dispenses', page.rows, query.patient_id)
    return page
  }),

  handle(getDispense, async ({ db, params, audit }) => {
    const dispense = requireFound(await findDispense(db, params.id), 'Dispense')
    audit('read', { entity: 'dispense', id: dispense.id, patient: dispense.patient })
    return dispense
  }),

  handle(listRegister, async ({ db, query, audit }) => {
    const page = await readPage(query, { find: (position) => findRegister(db, query, position), count: () => countRegister(db, query) })
    auditReads(audit, 'controlled drugs', page.rows)
    return page
  }),

  handle(getPharmacySettings, ({ db }) => readSettings(db)),
  handle(updatePharmacySettings, async ({ db, body, ifMatch, audit, publish }) => {
    const { before, after } = await changeSettings(db, body, body.version ?? ifMatch)
    audit('update', { entity: 'pharmacy settings', id: 1, change: changedFields(before, after) })
    publish('prescriptions')
    return after
  }),
]

const printedBy = ({ user, now }: Pick<Before, 'user' | 'now'>, zone: string) =>
  `Printed ${moment(now, zone)} by ${user.first_name} ${user.last_name}`.trimEnd()

/** Labels, slip and register: read and printed before the transaction begins, because a connection waits for no paper. */
const documentRoutes = ({ files, printPdf }: Services): Route[] => [
  handlePrepared(
    labelsContract,
    async ({ db, params, query }) => {
      const [facts, clinic] = await Promise.all([findLabelFacts(db, params.id, query.item), findLabelClinic(db)])
      if (!facts || facts.lines.length === 0) throw notFound(facts ? 'Line' : 'Dispense')
      return { patient: facts.patient, download: await printLabels(printPdf, facts, clinic, query.language) }
    },
    async ({ params, prepared: { patient, download }, audit }) => {
      audit('print', { entity: 'dispense', id: params.id, patient })
      return download
    },
  ),

  handlePrepared(
    slipContract,
    async ({ db, params, user, now }) => {
      const dispense = requireFound(await findDispense(db, params.id), 'Dispense')
      const head = await readClinicHead(db, files, '80mm')
      const printed = printedBy({ user, now }, head.zone)
      const download = await printSlip(db, printPdf, { dispense, head, mayPrice: mayPrice(user), printed })
      return { patient: dispense.patient, download }
    },
    async ({ params, prepared: { patient, download }, audit }) => {
      audit('print', { entity: 'dispense', id: params.id, patient })
      return download
    },
  ),

  handlePrepared(
    registerContract,
    async ({ db, query, user, now }) => {
      const register = await readRegister({ db, user, now }, query)
      const head = await readClinicHead(db, files, 'a4')
      const download = await printRegister(printPdf, register, { head, ...query, printed: printedBy({ user, now }, head.zone) })
      return { rows: register.rows, download }
    },
    async ({ prepared: { rows, download }, audit }) => {
      auditReads(audit, 'controlled drugs', rows)
      return download
    },
  ),
]

/** The counter: a prescription as it stands, what else would do, handing out, refusing. */
const counterRoutes: Route[] = [
  handle(getCounterPrescription, async ({ db, params, query, user, now, audit }) => {
    const prescription = requireFound(await readCounterPrescription(db, params.id, { store: query.store, user, now }), 'Prescription')
    audit('read', { entity: 'prescription', id: prescription.id, patient: prescription.patient })
    return prescription
  }),
  handle(listSubstitutes, ({ db, params, query, user, now }) => findSubstitutes(db, params.id, { store: query.store, user, now })),
  handle(checkDispense, check),
  handle(createDispense, dispensePrescription),
  handle(refuseLine, (context) => refuse(context, context.params.id, context.body)),
  handle(reopenLine, (context) => reopen(context, context.params.id, context.body)),
]

const returnRoutes: Route[] = [
  handle(createPatientReturn, (context) => takeReturn(context, context.params.id, context.body)),
  handle(listPatientReturns, async ({ db, query, audit }) => {
    const page = await readReturnPage(db, query)
    auditReads(audit, 'patient returns', page.rows, query.patient_id)
    return page
  }),
]

/** Makes prescriptions of the clinic out of what was sent in. */
const transcribeRoutes = (openers: readonly VisitOpener[]): Route[] => [
  handle(writePrescription, async (context) => {
    const { db, params, body } = context
    const warnings = await transcribe(context, params.id, body, openers)
    return { ...(await withRemarks(context, (await findRequest(db, params.id))!)), warnings }
  }),
]

const saleRoutes: Route[] = [
  handle(checkSale, async ({ db, body, now, audit }) => {
    const checked = await checkTheSale(db, body, now)
    audit('check', { entity: 'sale', id: null, patient: body.patient ?? null })
    return checked
  }),
  handle(createSale, (context) => makeSale(context, context.body)),
]

export const routes = (program: Program): Route[] => [
  ...readingRoutes,
  ...documentRoutes(program),
  ...counterRoutes,
  ...saleRoutes,
  ...returnRoutes,
  ...requestRoutes(program),
  ...answerRoutes(program),
  ...transcribeRoutes(program.visitOpeners),
]
