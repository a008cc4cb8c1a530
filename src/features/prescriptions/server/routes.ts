import { lockOpenVisit } from '#features/attendance/public.ts'
import { sendDraft } from '#features/order-drafts/public.ts'
import { auditReads, changedFields } from '#platform/audit/audit.ts'
import { limitOf, readPlace, type PageAsked, readPage } from '#platform/db/keyset.ts'
import { notFound, requireFound } from '#platform/errors/problem.ts'
import { handle, type Route, handlePrepared, type User, type Context } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import {
  createPrescription,
  getPrescription,
  listPrescriptions,
  updatePrescription,
  createPrescribedDrug,
  getPrescriptionPdf,
  createMedicine,
  listCurrentMedicines,
  listMedicines,
  updateMedicine,
  listPrescribedDrugs,
  listPrescribedDrugsOfPatient,
  listPrescribedDrugsOfPrescription,
  updatePrescribedDrug,
} from '../contract.ts'
import { changePrescription, writeDetails } from './change-prescription.ts'
import { resolvePrescription } from './resolve-prescription.ts'
import { countPrescriptions, findPrescription, findPrescriptions, withLines } from './list-prescriptions.ts'
import { inList, alone } from './plan-lines.ts'
import { mayPrice, requireMayCheck } from './policy.ts'
import { prescribe } from './prescribe.ts'
import { findPrinted, printPrescription } from './print-prescription.ts'
import { lockToChange, requirePatient, isRestricted } from '#features/patients/public.ts'
import { findCurrentMedicines } from './current-medicines.ts'
import { changeMedicine, findMedicines, insertMedicine } from './medicines.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { requireOpenRecord } from '#platform/http/restricted.ts'
import {
  checkPrescription,
  createExternalDrug,
  createFavourite,
  deleteFavourite,
  getLastPrescription,
  listFavourites,
  listPrescribableItems,
} from '../contract-writing.ts'
import { checkLines } from './check-lines.ts'
import { nameExternalDrug } from './external-drugs.ts'
import { findFavourites, keepFavourite, removeFavourite } from './favourites.ts'
import { findLastPrescription } from './last-prescription.ts'
import { findPrescribable } from './prescribable-items.ts'
import { changeLine } from './change-line.ts'
import { countLines, findLine, findLines, findPrescriptionLines, type LineFilters } from './lines.ts'

const readLines = async ({ db, user, audit, query }: Context & { query: PageAsked }, filters: LineFilters) => {
  const page = await readPage(query, {
    find: (position) => findLines(db, filters, mayPrice(user), position),
    count: () => countLines(db, filters),
  })
  auditReads(audit, 'prescribed drugs', page.rows, filters.patient)
  return page
}

const lineRoutes: Route[] = [
  handle(listPrescribedDrugs, (context) => {
    const { prescription_id, prescription_id__id, patient_id: patient, item, is_dispensed } = context.query
    return readLines(context, { prescription: prescription_id ?? prescription_id__id, patient, item, is_dispensed })
  }),

  handle(listPrescribedDrugsOfPatient, async (context) => {
    const patient = context.params.patient_id
    const page = await readLines(context, { patient })
    if (page.rows.length === 0) await requirePatient(context.db, patient)
    return page
  }),

  handle(listPrescribedDrugsOfPrescription, async ({ db, params, user, audit }) => {
    const written = await db.selectFrom('prescriptions').select('patient_id').where('id', '=', params.id).executeTakeFirst()
    if (!written) throw notFound('Prescription')
    audit('read', { entity: 'prescription', id: params.id, patient: written.patient_id })
    return findPrescriptionLines(db, [params.id], mayPrice(user))
  }),

  handle(createPrescribedDrug, async (context) => {
    const { db, body, user } = context
    const { prescription, replace = false, overrides = [], is_dispensed: _no, created_by: _by, ...line } = body
    const written = await resolvePrescription(db, { prescription })
    const { ids, warnings } = await prescribe(context, { prescription: written, lines: [line], replace, overrides, at: alone })
    return { ...(await findLine(db, ids.get(line.item)!, mayPrice(user)))!, warnings }
  }),

  handle(updatePrescribedDrug, async (context) => {
    const { db, params, user } = context
    const { id, warnings } = await changeLine(context, params.id)
    return { ...(await findLine(db, id, mayPrice(user)))!, warnings }
  }),
]

/** Refuses a visit of a restricted record that is shut to the reader. */
const requireOpenVisit = async (db: Db, visit: number, user: Pick<User, 'id'>, now: Date) => {
  const { rows } = await sql<{ patient: number }>`
    select v.patient_id as patient from visits v where v.id = ${visit} and ${isRestricted(sql`v.patient_id`)}`.execute(db)
  if (rows[0]) await requireOpenRecord(db, user, now, rows[0].patient, 'visit')
}

const writingRoutes: Route[] = [
  handle(checkPrescription, async ({ db, body, user, now, audit }) => {
    requireMayCheck(user)
    const checked = await checkLines(db, body, mayPrice(user), now)
    audit('check', { entity: 'prescription', id: null, patient: body.patient })
    return checked
  }),

  handle(getLastPrescription, async ({ db, query, audit }) => {
    const last = await findLastPrescription(db, query.patient_id, query.attendance_process)
    if (!last) await requirePatient(db, query.patient_id)
    audit('read', { entity: 'prescription', id: last?.id ?? null, patient: query.patient_id })
    return last
  }),

  handle(listPrescribableItems, async ({ db, query, user, now }) => {
    const { q = '', limit, cursor, attendance_process: visit } = query
    // Prices tell who pays for the patient.
    if (visit !== undefined) await requireOpenVisit(db, visit, user, now)
    const asking = { q, limit: limitOf(limit), place: readPlace(cursor), payer: { visit }, mayPrice: mayPrice(user) }
    return findPrescribable(db, asking, now)
  }),

  handle(createExternalDrug, (context) => nameExternalDrug(context, context.body)),

  handle(listFavourites, ({ db, user }) => findFavourites(db, user.id)),

  handle(createFavourite, async ({ db, body, user, now, audit }) => {
    const favourite = await keepFavourite(db, body, user.id, now)
    audit('add', { entity: 'prescription favourite', id: favourite.id, change: { item: body.item, directions: body.directions } })
    return favourite
  }),

  handle(deleteFavourite, async ({ db, params, user, audit }) => {
    if (!(await removeFavourite(db, params.id, user.id))) throw notFound('Favourite')
    audit('remove', { entity: 'prescription favourite', id: params.id })
  }),
]

const medicineRoutes: Route[] = [
  handle(listMedicines, async ({ db, params: { id }, audit }) => {
    const medicines = await findMedicines(db, id)
    if (medicines.length === 0) await requirePatient(db, id)
    audit('read', { entity: 'medicines', id: null, patient: id })
    return medicines
  }),

  handle(createMedicine, async ({ db, params: { id }, body, user, now, audit, publish }) => {
    await lockToChange(db, id)
    const medicine = await insertMedicine(db, id, body, user.id, now)
    audit('add', { entity: 'medicine', id: medicine.id, patient: id, change: body })
    publish('prescriptions')
    return medicine
  }),

  handle(updateMedicine, async ({ db, params, body, ifMatch, now, audit, publish }) => {
    await lockToChange(db, params.id)
    const seen = body.version ?? ifMatch
    const { before, after } = await changeMedicine(db, { patient: params.id, id: params.part, change: body, seen, now })
    audit('change', { entity: 'medicine', id: params.part, patient: params.id, change: changedFields(before, after) })
    publish('prescriptions')
    return after
  }),

  handle(listCurrentMedicines, async ({ db, params: { id }, now, audit }) => {
    const medicines = await findCurrentMedicines(db, id, now)
    if (medicines.length === 0) await requirePatient(db, id)
    audit('read', { entity: 'medicines', id: null, patient: id })
    return medicines
  }),
]

/** The prescription that a patient takes along. */
const documentRoutes = ({ files, printPdf }: Services): Route[] => [
  handlePrepared(
    getPrescriptionPdf,
    // Read and printed before the transaction begins: a connection waits for no paper.
    async ({ db, params, query, user, now }) => {
      const hasDiagnosis = query.diagnosis !== false && user.permissions.has('consultations.view')
      const printed = requireFound(await findPrinted(db, files, params.id, { now, hasDiagnosis }), 'Prescription')
      return { patient: printed.patient, download: await printPrescription(printPdf, printed) }
    },
    async ({ params, prepared: { patient, download }, audit }) => {
      audit('print', { entity: 'prescription', id: params.id, patient })
      return download
    },
  ),
]

export const routes = (services: Services): Route[] => [
  handle(createPrescription, async (context) => {
    const { db, body, user, audit } = context
    const { prescribed_drugs: lines = [], start_date, note, replace = false, overrides = [] } = body
    const written = await resolvePrescription(db, body)
    await lockOpenVisit(db, written.visit)
    await sendDraft(context, { visit: written.visit, kind: 'drugs', version: body.draft_version })
    await writeDetails(context, written, { start_date, note }, null)
    const { warnings } =
      lines.length > 0 ? await prescribe(context, { prescription: written, lines, replace, overrides, at: inList }) : { warnings: [] }
    if (lines.length === 0) audit('read', { entity: 'prescription', id: written.id, patient: written.patient })
    return { ...(await findPrescription(db, written.id, mayPrice(user)))!, warnings }
  }),

  handle(listPrescriptions, async ({ db, query, user, audit }) => {
    const page = await readPage(query, {
      find: (position) => findPrescriptions(db, query, position),
      count: () => countPrescriptions(db, query),
    })
    auditReads(audit, 'prescriptions', page.rows, query.patient_id)
    return { ...page, rows: await withLines(db, page.rows, mayPrice(user)) }
  }),

  handle(getPrescription, async ({ db, params, user, audit }) => {
    const written = requireFound(await findPrescription(db, params.id, mayPrice(user)), 'Prescription')
    audit('read', { entity: 'prescription', id: written.id, patient: written.patient })
    return written
  }),

  handle(updatePrescription, async (context) => {
    const { db, params, user } = context
    const warnings = await changePrescription(context, params.id)
    return { ...(await findPrescription(db, params.id, mayPrice(user)))!, warnings }
  }),

  ...lineRoutes,
  ...writingRoutes,
  ...medicineRoutes,
  ...documentRoutes(services),
]
