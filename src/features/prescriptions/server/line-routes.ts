import { requirePatient } from '#features/patients/public.ts'
import { auditReads } from '#platform/audit/audit.ts'
import { limitOf, pageOf, readCursor } from '#platform/db/keyset.ts'
import { notFound } from '#platform/errors/problem.ts'
import { handle, type Context, type Route } from '#platform/http/handle.ts'
import { createPrescribedDrug } from '../contract.ts'
import {
  listPrescribedDrugs,
  listPrescribedDrugsOfPatient,
  listPrescribedDrugsOfPrescription,
  updatePrescribedDrug,
} from '../contract-lines.ts'
import { changeLine } from './change-line.ts'
import { findNamedPaper } from './find-paper.ts'
import { countLines, findLine, findLines, findLinesOf, type LineFilters } from './lines.ts'
import { alone } from './plan-lines.ts'
import { mayPrice } from './policy.ts'
import { prescribe } from './prescribe.ts'

interface Asked {
  limit?: number | undefined
  cursor?: string | undefined
  count?: boolean | undefined
}
const readPage = async ({ db, user, audit }: Context, filters: LineFilters, { limit: asked, cursor, count }: Asked) => {
  const limit = limitOf(asked)
  const rows = await findLines(db, filters, mayPrice(user), { cursor: readCursor(cursor), limit: limit + 1 })
  const page = pageOf(rows, limit, ({ id }) => id, count ? await countLines(db, filters) : undefined)
  auditReads(
    audit,
    'prescribed drugs',
    page.rows.map(({ patient }) => patient),
    filters.patient,
  )
  return page
}

export const lineRoutes: Route[] = [
  handle(listPrescribedDrugs, (context) => {
    const { prescription_id, prescription_id__id, patient_id: patient, item, is_dispensed, ...asked } = context.query
    return readPage(context, { prescription: prescription_id ?? prescription_id__id, patient, item, is_dispensed }, asked)
  }),

  handle(listPrescribedDrugsOfPatient, async (context) => {
    const patient = context.params.patient_id
    const page = await readPage(context, { patient }, context.query)
    if (page.rows.length === 0) await requirePatient(context.db, patient)
    return page
  }),

  handle(listPrescribedDrugsOfPrescription, async ({ db, params, user, audit }) => {
    const paper = await db.selectFrom('prescriptions').select('patient_id').where('id', '=', params.id).executeTakeFirst()
    if (!paper) throw notFound('Prescription')
    audit('read', { entity: 'prescription', id: params.id, patient: paper.patient_id })
    return findLinesOf(db, [params.id], mayPrice(user))
  }),

  handle(createPrescribedDrug, async (context) => {
    const { db, body, user } = context
    const { prescription, replace = false, overrides = [], is_dispensed: _no, created_by: _by, ...line } = body
    const paper = await findNamedPaper(db, { prescription })
    const { ids, warnings } = await prescribe(context, { paper, lines: [line], replace, overrides, at: alone })
    return { ...(await findLine(db, ids.get(line.item)!, mayPrice(user)))!, warnings }
  }),

  handle(updatePrescribedDrug, async (context) => {
    const { db, params, user } = context
    const { id, warnings } = await changeLine(context, params.id)
    return { ...(await findLine(db, id, mayPrice(user)))!, warnings }
  }),
]
