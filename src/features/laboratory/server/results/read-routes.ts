import { getCumulative } from '#features/laboratory/contract-reports.ts'
import { getEntry, getLabCounts, getWorklist, listRevisions } from '#features/laboratory/contract-results.ts'
import { requirePatient } from '#features/patients/public.ts'
import { sharedRead } from '#platform/db/shared-read.ts'
import { auditReads } from '#platform/audit/audit.ts'
import { notFound } from '#platform/errors/problem.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { findGroup, findPanel } from '../requests/find-requests.ts'
import { findCounts } from './find-counts.ts'
import { findCumulative } from './find-cumulative.ts'
import { findEntry } from './find-entry.ts'
import { findRevisions } from './find-revisions.ts'
import { findWorklist } from './find-worklist.ts'

export const resultReadRoutes: Route[] = [
  handle(getWorklist, async ({ db, query, user, now, audit, reply }) => {
    const { next, ...list } = await findWorklist(db, query, user, now)
    if (next !== null) reply.next(next)
    auditReads(
      audit,
      'lab work list',
      list.rows.map(({ patient }) => patient),
    )
    return list
  }),

  handle(getLabCounts, ({ db, now }) => sharedRead(db, 'lab counts', () => findCounts(db, now))),

  handle(getEntry, async ({ db, params, user, now, audit }) => {
    const group = await findGroup(db, params.process_id)
    if (!group) throw notFound('Request group')
    auditReads(audit, 'lab results', [group.patient_id], group.patient_id)
    return findEntry(db, params.process_id, user, now)
  }),

  handle(listRevisions, async ({ db, user, params, audit }) => {
    const panel = await findPanel(db, params.id, user)
    if (!panel) throw notFound('Laboratory test')
    auditReads(audit, 'lab results', [panel.patient], panel.patient)
    return findRevisions(db, params.id, user)
  }),

  handle(getCumulative, async ({ db, params, query, audit }) => {
    await requirePatient(db, params.patient_id)
    auditReads(audit, 'lab results', [params.patient_id], params.patient_id)
    return findCumulative(db, params.patient_id, query)
  }),
]
