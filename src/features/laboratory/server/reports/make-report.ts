import type { Download } from '#shared/endpoint.ts'
import { readClinicHead, readPrintWording } from '#features/company/public.ts'
import { readLabSettings } from '#features/lab-catalogue/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, requireFound } from '#platform/errors/problem.ts'
import type { Before, Context } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { findReportHead, findReportSamples, findReportTests, type ReportHead } from './find-report.ts'
import { layOutReport, type ReportFound } from './lay-out-report.ts'
import { printReport } from './print-report.ts'
import { toPdfLocale } from '#platform/pdf/pdf-locale.ts'
import type { Ids } from '#platform/ids.ts'

// As Crockford has it: no letter that is read as a figure.
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 20

/** A code of a report that nobody guesses: `LAB-` and a hundred bits, in groups of five. */
const newReportCode = (ids: Ids): string => {
  const letters = [...Buffer.from(ids.secret(), 'base64url').subarray(0, LENGTH)].map((byte) => LETTERS[byte % LETTERS.length])
  return `LAB-${(letters.join('').match(/.{5}/g) ?? []).join('-')}`
}

export interface ReportAsked {
  process: number
  /** One request of the visit; all of them without. */
  request?: number | undefined
  /** Only what its patient may see now. */
  isForPatient?: boolean
}
export interface MadeReport {
  process: number
  found: ReportFound
  code: string
  body: Uint8Array
  isAmended: boolean
}

/** What the doctor wrote to the laboratory (a suspicion, often) is between the two. */
const withoutNotes = (head: ReportHead): ReportHead => ({ ...head, requests: head.requests.map((request) => ({ ...request, note: null })) })

const findReport = async (db: Db, { process, request, isForPatient }: ReportAsked, now: Date): Promise<ReportFound> => {
  const head = requireFound(await findReportHead(db, process, request), 'Laboratory request')
  const tests = await findReportTests(
    db,
    head.requests.map(({ id }) => id),
    isForPatient ? now : null,
  )
  if (tests.every(({ result_id }) => result_id === null)) throw conflict('No approved results yet.', {}, 'nothing_approved')
  const samples = await findReportSamples(db, [...new Set(tests.flatMap(({ sample }) => sample ?? []))])
  return { head: isForPatient ? withoutNotes(head) : head, tests, samples }
}

/**
 * Prints a report, outside any transaction: a connection waits for no paper. It counts once it is kept with `keepReport`.
 * @throws Problem 404 where there is no such visit or request, 409 `nothing_approved`.
 */
export const makeReport = async (
  { db, now, user, ids, request }: Pick<Before, 'db' | 'now' | 'user' | 'ids' | 'request'>,
  { files, printPdf, publicUrl }: Pick<Services, 'files' | 'printPdf' | 'publicUrl'>,
  asked: ReportAsked,
): Promise<MadeReport> => {
  const wording = await readPrintWording(db, 'laboratory-report')
  const [found, head, settings, clinic] = await Promise.all([
    findReport(db, asked, now),
    readClinicHead(db, files, 'a4', wording),
    readLabSettings(db),
    db.selectFrom('company').select('language').executeTakeFirstOrThrow(),
  ])
  const pdfLocale = toPdfLocale(wording.language || clinic.language, head.zone)
  const printed = pdfLocale.t('Printed {when} by {who}', {
    when: pdfLocale.moment(now),
    who: `${user.first_name} ${user.last_name}`.trim(),
  })
  const code = newReportCode(ids)
  const report = layOutReport(found, { pdfLocale, zone: head.zone, note: settings.report_note, printed })
  const body = await printReport(printPdf, report, { clinic: head.clinic, own: head.own, address: publicUrl ?? request.origin, code })
  return { process: asked.process, found, code, body, isAmended: report.isAmended }
}

/** Writes down that a report was printed, so that its code can be looked up, and hands it over under the number of its visit. */
export const keepReport = async (
  { db, now, user, audit }: Pick<Context, 'db' | 'now' | 'user' | 'audit'>,
  { process, found, code, body, isAmended }: MadeReport,
): Promise<Download> => {
  const results = found.tests.flatMap(({ result_id }) => result_id ?? [])
  const { id } = await db
    .insertInto('lab_reports')
    .values({
      code,
      process_id: process,
      printed_at: now,
      printed_by: user.id,
      results: JSON.stringify(results),
      is_amended: isAmended,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  audit('print', { entity: 'laboratory report', id, patient: found.head.patient, change: { process, results } })
  return { body, filename: `laboratory-${found.head.visit.replaceAll('/', '-')}.pdf`, inline: true }
}
