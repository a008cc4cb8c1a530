import { lockOpenVisit } from '#features/attendance/public.ts'
import { sendDraft } from '#features/order-drafts/public.ts'
import { auditReads } from '#platform/audit/audit.ts'
import { limitOf, pageOf, readCursor } from '#platform/db/keyset.ts'
import { notFound } from '#platform/errors/problem.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { createPrescription, getPrescription, listPrescriptions, updatePrescription } from '../contract.ts'
import { changePaper, writeDetails } from './change-paper.ts'
import { findNamedPaper } from './find-paper.ts'
import { lineRoutes } from './line-routes.ts'
import { medicineRoutes } from './medicine-routes.ts'
import { paperRoutes } from './paper-routes.ts'
import { countPapers, findPaper, findPapers, withLines } from './papers.ts'
import { inList } from './plan-lines.ts'
import { mayPrice } from './policy.ts'
import { prescribe } from './prescribe.ts'
import { writingRoutes } from './writing-routes.ts'

export const routes = (services: Services): Route[] => [
  handle(createPrescription, async (context) => {
    const { db, body, user, audit } = context
    const { prescribed_drugs: lines = [], start_date, note, replace = false, overrides = [] } = body
    const paper = await findNamedPaper(db, body)
    await lockOpenVisit(db, paper.visit)
    await sendDraft(context, { visit: paper.visit, kind: 'drugs', version: body.draft_version })
    await writeDetails(context, paper, { start_date, note }, null)
    const { warnings } = lines.length > 0 ? await prescribe(context, { paper, lines, replace, overrides, at: inList }) : { warnings: [] }
    if (lines.length === 0) audit('read', { entity: 'prescription', id: paper.id, patient: paper.patient })
    return { ...(await findPaper(db, paper.id, mayPrice(user)))!, warnings }
  }),

  handle(listPrescriptions, async ({ db, query, user, audit }) => {
    const { limit: asked, cursor, count, ...filters } = query
    const limit = limitOf(asked)
    const rows = await findPapers(db, filters, { cursor: readCursor(cursor), limit: limit + 1 })
    const page = pageOf(rows, limit, ({ id }) => id, count ? await countPapers(db, filters) : undefined)
    const papers = await withLines(db, page.rows, mayPrice(user))
    auditReads(
      audit,
      'prescriptions',
      papers.map(({ patient }) => patient),
      filters.patient_id,
    )
    return { ...page, rows: papers }
  }),

  handle(getPrescription, async ({ db, params, user, audit }) => {
    const paper = await findPaper(db, params.id, mayPrice(user))
    if (!paper) throw notFound('Prescription')
    audit('read', { entity: 'prescription', id: paper.id, patient: paper.patient })
    return paper
  }),

  handle(updatePrescription, async (context) => {
    const { db, params, user } = context
    const warnings = await changePaper(context, params.id)
    return { ...(await findPaper(db, params.id, mayPrice(user)))!, warnings }
  }),

  ...lineRoutes,
  ...writingRoutes,
  ...medicineRoutes,
  ...paperRoutes(services),
]
