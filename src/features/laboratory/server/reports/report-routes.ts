import { findLabReport, getLabDashboard, printLabReport, verifyLabReport } from '#features/laboratory/contract-reports.ts'
import { notFound } from '#platform/errors/problem.ts'
import { handle, handlePrepared, type Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { findDashboard } from './find-dashboard.ts'
import { keepReport, makeReport } from './make-report.ts'
import { findReportByCode, verifyReport } from './verify-report.ts'

/** Reports of results with their public check, and how the laboratory's days go. */
export const reportRoutes = (services: Pick<Services, 'files' | 'printPdf' | 'publicUrl'>): Route[] => [
  handlePrepared(
    printLabReport,
    (before) => makeReport(before, services, { process: before.params.process_id, request: before.query.test_request_id }),
    (context) => keepReport(context, context.prepared),
  ),
  handle(verifyLabReport, async ({ db, params }) => {
    const report = await verifyReport(db, params.code)
    if (!report) throw notFound('Document')
    return report
  }),
  handle(findLabReport, async ({ db, params, audit }) => {
    const report = await findReportByCode(db, params.code)
    if (!report) throw notFound('Laboratory report')
    audit('read', { entity: 'laboratory report', id: report.id, patient: report.patient })
    return report
  }),
  handle(getLabDashboard, ({ db, query, now }) => findDashboard(db, query, now)),
]
