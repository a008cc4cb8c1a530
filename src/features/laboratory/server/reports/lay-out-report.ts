import { dayIn } from '#shared/dates.ts'
import type { ReportHead, ReportSample, ReportTest } from './find-report.ts'
import { isPreliminary, pendingText, sectionsOf } from './lay-out-tests.ts'
import type { PdfLocale } from '#platform/pdf/pdf-locale.ts'
import { age, birth, sexes } from '#platform/pdf/printed-values.ts'

type Fact = [label: string, value: string]

const patientFacts = (head: ReportHead, on: string, pdfLocale: PdfLocale): Fact[] => {
  const { t } = pdfLocale
  const date = head.date_of_birth
  return [
    [t('Number'), head.number],
    [t('Sex'), t(sexes[head.gender])],
    ...(date
      ? ([
          [t('Age'), age(date, on, head.is_birth_date_estimated, t)],
          [t('Born'), birth(date, head.is_birth_date_estimated, pdfLocale)],
        ] as Fact[])
      : []),
  ]
}
const visitFacts = (head: ReportHead, tests: readonly ReportTest[], { t, moment }: PdfLocale): Fact[] => {
  const requesters = [...new Set(head.requests.flatMap(({ by }) => by ?? []))].join(', ')
  const state = [
    head.requests.some(({ is_fasting }) => is_fasting) && t('Fasting'),
    head.requests.some(({ is_pregnant }) => is_pregnant) && t('Pregnant'),
  ]
  const notes = [...state, ...head.requests.map(({ note }) => note)].filter(Boolean).join(' · ')
  const reported = tests.reduce<Date | null>((last, { approved_at: at }) => (at !== null && (last === null || at > last) ? at : last), null)
  return [
    [t('Visit'), head.visit],
    [t('Requested by'), requesters],
    [t('Requested'), moment(head.requests[0]!.at)],
    [t('Reported'), moment(reported)],
    ...(notes ? ([[t('Request note'), notes]] as Fact[]) : []),
  ]
}

interface Stamp {
  at: string
  by: string
}
const reportedStamp = (sample: number, tests: readonly ReportTest[], { moment }: PdfLocale): Stamp => {
  const own = tests.filter((test) => test.sample === sample && test.approved_at !== null)
  const last = own.toSorted((a, b) => Number(b.approved_at) - Number(a.approved_at))[0]
  return { at: moment(last?.approved_at ?? null), by: last?.approved_by ?? '' }
}
const sampleRow = (sample: ReportSample, tests: readonly ReportTest[], requester: string, pdfLocale: PdfLocale) => ({
  code: sample.code,
  specimen: sample.specimen,
  stamps: [
    { at: pdfLocale.moment(sample.requested_at), by: requester },
    { at: pdfLocale.moment(sample.collected_at), by: sample.collected_by ?? '' },
    { at: pdfLocale.moment(sample.received_at), by: sample.received_by ?? '' },
    reportedStamp(sample.id, tests, pdfLocale),
  ] satisfies Stamp[],
})

const titlesOf = ({ t }: PdfLocale) => ({
  title: t('Laboratory report'),
  amended: t('Amended report'),
  preliminary: t('Preliminary report'),
  patient: t('Patient'),
  samples: [t('Sample'), t('Requested'), t('Collected'), t('Received'), t('Reported')],
  columns: [t('Test'), t('Result'), t('Flag'), t('Unit'), t('Reference range'), t('Previous')],
  comment: t('Comment'),
  pending: t('Results pending'),
  legend: t(
    '▲ above, ▼ below the reference range, ● abnormal; ▲▲, ▼▼ and ●● critical; ○ not evaluated against the range. Ranges are those valid on the day of the result.',
  ),
  page: t('Page {page} of {pages}', { page: '{page}', pages: '{pages}' }),
  genuine: t('Verify this report: scan the QR code, or enter this code at'),
})

export interface ReportFound {
  head: ReportHead
  tests: readonly ReportTest[]
  samples: readonly ReportSample[]
}
/** A report as its template takes it, without the clinic and the proof. */
export const layOutReport = (
  { head, tests, samples }: ReportFound,
  { pdfLocale, zone, note, printed }: { pdfLocale: PdfLocale; zone: string; note: string; printed: string },
) => {
  const approved = tests.filter(({ result_id }) => result_id !== null)
  const requester = head.requests.length === 1 ? (head.requests[0]!.by ?? '') : ''
  return {
    words: titlesOf(pdfLocale),
    isPreliminary: isPreliminary(tests),
    isAmended: tests.some(({ replaced }) => replaced !== null),
    patient: { name: head.name, facts: patientFacts(head, dayIn(zone, new Date(head.requests[0]!.at)), pdfLocale) },
    visit: head.visit,
    facts: visitFacts(head, approved, pdfLocale),
    samples: samples.map((sample) => sampleRow(sample, approved, requester, pdfLocale)),
    sections: sectionsOf(approved, samples, pdfLocale),
    pending: pendingText(tests, pdfLocale),
    note,
    printed,
  }
}
