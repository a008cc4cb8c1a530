import type { Download } from '#shared/endpoint.ts'
import { readClinicHead } from '#features/company/index.ts'
import { readLabSettings } from '#features/lab-catalogue/index.ts'
import { findLabReport, getLabDashboard, printLabReport, verifyLabReport } from '#features/laboratory/contract-reports.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, notFound } from '#platform/errors/problem.ts'
import { handle, handlePrepared, type Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { findDashboard } from './find-dashboard.ts'
import { findReportHead, findReportSamples, findReportTests } from './find-report.ts'
import { layOutReport, type ReportFound } from './lay-out-report.ts'
import { printReport } from './print-report.ts'
import { newReportCode } from './report-code.ts'
import { tongueOf } from './report-words.ts'
import { findReportByCode, verifyReport } from './verify-report.ts'

/** @throws Problem 404 where there is no such visit or request, 409 `nothing_approved`. */
const findReport = async (db: Db, process: number, request: number | undefined): Promise<ReportFound> => {
  const head = await findReportHead(db, process, request)
  if (!head) throw notFound('Laboratory request')
  const tests = await findReportTests(
    db,
    head.requests.map(({ id }) => id),
  )
  if (tests.every(({ result_id }) => result_id === null)) throw conflict('No result is approved yet.', {}, 'nothing_approved')
  const samples = await findReportSamples(db, [...new Set(tests.flatMap(({ sample }) => sample ?? []))])
  return { head, tests, samples }
}

/** Reports of results with their public check, and how the laboratory's days go. */
export const reportRoutes = ({ files, printPdf, publicUrl }: Pick<Services, 'files' | 'printPdf' | 'publicUrl'>): Route[] => [
  handlePrepared(
    printLabReport,
    // Printed before the transaction begins: a connection waits for no paper.
    async ({ db, params, query, now, user, ids, request }) => {
      const [found, head, settings, house] = await Promise.all([
        findReport(db, params.process_id, query.test_request_id),
        readClinicHead(db, files, 'a4'),
        readLabSettings(db),
        db.selectFrom('company').select('language').executeTakeFirstOrThrow(),
      ])
      const tongue = tongueOf(house.language, head.zone)
      const printed = tongue.t('Printed {{when}} by {{who}}', {
        when: tongue.moment(now),
        who: `${user.first_name} ${user.last_name}`.trim(),
      })
      const code = newReportCode(ids)
      const report = layOutReport(found, { tongue, zone: head.zone, note: settings.report_note, printed })
      const body = await printReport(printPdf, report, { clinic: head.clinic, address: publicUrl ?? request.origin, code })
      return { found, code, body, isAmended: report.isAmended }
    },
    async ({ db, params, now, user, audit, prepared: { found, code, body, isAmended } }): Promise<Download> => {
      const results = found.tests.flatMap(({ result_id }) => result_id ?? [])
      const { id } = await db
        .insertInto('lab_reports')
        .values({
          code,
          process_id: params.process_id,
          printed_at: now,
          printed_by: user.id,
          results: JSON.stringify(results),
          is_amended: isAmended,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      audit('print', { entity: 'laboratory report', id, patient: found.head.patient, change: { process: params.process_id, results } })
      return { body, filename: `laboratory-${found.head.visit.replaceAll('/', '-')}.pdf`, inline: true }
    },
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
