import { signerLines } from '#features/users/public.ts'
import { unitText } from '#features/lab-catalogue/rules.ts'
import type { ReportSample, ReportTest } from './find-report.ts'
import { groupsOf, headOf } from './group-tests.ts'
import type { PdfLocale } from '#platform/pdf/pdf-locale.ts'
import { isCritical, type Flag } from '#features/laboratory/contract-fields.ts'

const flagWords: Record<Exclude<Flag, 'normal'>, [mark: string, word: string]> = {
  low: ['▼', 'Low'],
  high: ['▲', 'High'],
  abnormal: ['●', 'Abnormal'],
  'critical low': ['▼▼', 'Critically low'],
  'critical high': ['▲▲', 'Critically high'],
  critical: ['●●', 'Critical'],
}
/** A flag by mark and word, which paper without colour keeps; nothing of what is normal, and a word for what has limits and no flag. */
const flagOf = ({ flag, low, high }: Pick<ReportTest, 'flag' | 'low' | 'high'>, { t }: PdfLocale) => {
  if (flag === null) return low === null && high === null ? null : { text: `○ ${t('Not evaluated')}`, isCritical: false }
  if (flag === 'normal') return null
  const [mark, word] = flagWords[flag]
  return { text: `${mark} ${t(word)}`, isCritical: isCritical(flag) }
}

/** What a result was held against: its limits, and what is printed beside them. A number that no range covers says so: nothing is never normal. */
const rangeOf = ({ kind, low, high, range_text }: Pick<ReportTest, 'kind' | 'low' | 'high' | 'range_text'>, { t }: PdfLocale): string => {
  const limits = low !== null && high !== null ? `${low} – ${high}` : low !== null ? `≥ ${low}` : high !== null ? `≤ ${high}` : ''
  const isNumber = kind === 'quantitative' || kind === 'calculated'
  return [limits, range_text].filter(Boolean).join(' · ') || (isNumber ? t('No range for this patient') : '')
}

/** A result with its unit. */
const withUnit = ({ result, unit }: { result: string; unit: string | null }): string => `${result} ${unitText(unit)}`.trim()

/** A result in words beyond this many letters takes the whole width. */
const LONG = 40

interface Row {
  name: string
  result: string
  isLong: boolean
  flag: { text: string; isCritical: boolean } | null
  unit: string
  range: string
  previous: string
  previousAt: string
  comment: string
  amended: string[]
}
export interface Section {
  title: string
  /** Coded tests and words alone: no units, and room for what was found. */
  isQualitative: boolean
  /** Of one sample and one profile each. */
  groups: { title: string; taken: string; rows: Row[] }[]
  approved: string
}

/** What was reported before a correction, and why it was wrong. */
const amendedLines = (test: ReportTest, pdfLocale: PdfLocale): string[] =>
  (test.replaced ?? []).map((before) =>
    before.result === null
      ? pdfLocale.t('Amended: replaces the result approved {when}.', { when: pdfLocale.moment(before.approved_at) })
      : pdfLocale.t('Amended: previously reported {result}, approved {when}. Reason: {reason}', {
          result: withUnit({ result: before.result, unit: before.unit }),
          when: pdfLocale.moment(before.approved_at),
          reason: before.reason ?? '',
        }),
  )

/** When the result before was, by the hour where it is of the same day; another laboratory's says that it was imported. */
const previousAt = ({ observed_at: at, previous }: ReportTest, { t, dayOf, moment }: PdfLocale): string => {
  if (!previous) return ''
  const day = dayOf(previous.observed_at)
  const when = at !== null && dayOf(at) === day ? moment(previous.observed_at) : day
  return previous.is_imported ? `${when} · ${t('Imported')}` : when
}

const rowOf = (test: ReportTest, pdfLocale: PdfLocale): Row => ({
  name: test.name,
  result: test.result!,
  isLong: test.result!.length > LONG || test.result!.includes('\n'),
  flag: flagOf(test, pdfLocale),
  unit: unitText(test.unit),
  range: rangeOf(test, pdfLocale),
  previous: test.previous ? (test.previous.unit === test.unit ? test.previous.result : withUnit(test.previous)) : '',
  previousAt: previousAt(test, pdfLocale),
  comment: test.comment ?? '',
  amended: amendedLines(test, pdfLocale),
})

/** Who approved, and when the last of it. */
const approvedBy = (tests: readonly ReportTest[], { t, moment }: PdfLocale): string =>
  [...Map.groupBy(tests, ({ approver }) => (approver === null ? '' : [approver.name, ...signerLines(approver, t)].join(', ')))]
    .map(([who, own]) => {
      const last = own.reduce((latest, { approved_at }) => (approved_at! > latest ? approved_at! : latest), own[0]!.approved_at!)
      return t('Approved by {who}, {when}', { who, when: moment(last) })
    })
    .join('; ')

/** The approved tests by section, profile and sample, in their order; what was done twice is two groups, the earlier first. */
export const sectionsOf = (tests: readonly ReportTest[], samples: readonly ReportSample[], pdfLocale: PdfLocale): Section[] =>
  [...Map.groupBy(tests, ({ section }) => section)].map(([section, own]) => {
    const groups = groupsOf(own, samples)
    return {
      title: section || pdfLocale.t('Other tests'),
      isQualitative: own.every(({ kind }) => kind === 'qualitative' || kind === 'text'),
      groups: groups.map((group) => ({ ...headOf(group, groups, pdfLocale), rows: group.tests.map((test) => rowOf(test, pdfLocale)) })),
      approved: approvedBy(own, pdfLocale),
    }
  })

/** Whether a test is waited for: what is calculated follows from the others, or comes to nothing. */
const isWaitedFor = ({ kind, result_id }: ReportTest) => result_id === null && kind !== 'calculated'
/** Some of what was asked for has no approved result yet: the report is preliminary. */
export const isPreliminary = (tests: readonly ReportTest[]): boolean => tests.some(isWaitedFor)

const waitingFor = (test: ReportTest, isComplete: boolean, { t, moment }: PdfLocale): string => {
  const taken = test.replaced?.findLast(({ is_withdrawn }) => is_withdrawn)
  if (taken)
    return t('{result}, approved {when}, was withdrawn: {reason}', {
      result: withUnit({ result: taken.result ?? '', unit: taken.unit }),
      when: moment(taken.approved_at),
      reason: taken.reason ?? '',
    })
  if (test.kind === 'calculated' && isComplete) return t('not calculated')
  return test.sample_state === 'to collect' || test.sample_state === 'rejected' ? t('awaiting sample') : t('in progress')
}

/** What was asked for and is not approved, each test once however often it was asked for, with why. */
export const pendingText = (tests: readonly ReportTest[], pdfLocale: PdfLocale) => {
  const pending = tests.filter(({ result_id }) => result_id === null)
  const isComplete = !isPreliminary(tests)
  return [...Map.groupBy(pending, ({ panel }) => panel).values()].map((own) => ({
    name: own[0]!.profile ? `${own[0]!.profile}: ${own[0]!.name}` : own[0]!.name,
    why: [...new Set(own.map((test) => waitingFor(test, isComplete, pdfLocale)))].join(', '),
  }))
}
