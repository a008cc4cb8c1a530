import type { OwnWords } from '#features/company/public.ts'
import { sayDirections } from '#features/directions/rules.ts'
import { unitText } from '#features/lab-catalogue/rules.ts'
import { allergyText, type DocumentPatient, withoutAllergies } from '#features/patients/public.ts'
import { signerLines } from '#features/users/public.ts'
import { breakable, breakAll } from '#platform/pdf/breakable.ts'
import type { PrintPdf } from '#platform/pdf/print.ts'
import type { PdfLocale } from '#platform/pdf/pdf-locale.ts'
import { born, joined, sexes } from '#platform/pdf/printed-values.ts'
import type { SummaryMedicine, SummaryResult, VisitSummary } from './find-summary.ts'

const template = new URL('./summary.typ', import.meta.url)

interface Section {
  title: string
  /** In a frame: what matters first. */
  isFramed: boolean
  lines: string[]
}
/** What is printed of a visit for its patient, in words of their language. */
interface SummaryWords {
  title: string
  language: string
  date: string
  number: string
  patient: { name: string; number: string; facts: string[][] }
  sections: Section[]
  medicines: { title: string; lines: { name: string; words: string }[] }
  seen: { title: string; people: { name: string; lines: string[] }[] }
  foot: string
  page: string
}

const linesOf = (text: string) =>
  text
    .trim()
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== '')

const capital = (text: string) => text.slice(0, 1).toLocaleUpperCase() + text.slice(1)

/** Where a result lies, in plain words: never what it may mean. */
const places: Record<NonNullable<SummaryResult['flag']>, string> = {
  normal: 'within the usual range',
  low: 'below the usual range',
  high: 'above the usual range',
  'critical low': 'far below the usual range',
  'critical high': 'far above the usual range',
  abnormal: 'unusual',
  critical: 'very unusual',
}
const resultText = ({ name, result, unit, flag, low, high, range_text }: SummaryResult, { t }: PdfLocale) => {
  const named = unitText(unit)
  const limits =
    low !== null && high !== null
      ? t('{low} to {high} {unit}', { low, high, unit: named })
      : low !== null
        ? t('{low} {unit} or more', { low, unit: named })
        : high !== null
          ? t('{high} {unit} or less', { high, unit: named })
          : ''
  const range = [limits.trim(), range_text].filter(Boolean).join(', ')
  return joined(`${name}: ${`${result} ${named}`.trim()}`, flag && t(places[flag]), range && `${t('Usual range')}: ${range}`)
}

const medicineText = ({ structure, typed }: SummaryMedicine, { t }: PdfLocale) => (structure ? capital(sayDirections(structure, t)) : typed)

const allergyLines = ({ allergies, allergy_state }: DocumentPatient, t: PdfLocale['t']) => {
  const none = withoutAllergies(allergy_state)
  return none === null ? allergies.map((allergy) => allergyText(allergy, t)) : [t(none)]
}

/** The summary in words: each section only where something of it was written or released. */
export const wordSummary = (
  { visit, notes, diagnoses, results, waiting, medicines, appointments }: VisitSummary,
  patient: DocumentPatient,
  { pdfLocale, today, printed, language }: { pdfLocale: PdfLocale; today: string; printed: string; language: string },
): SummaryWords => {
  const { t, day, dayOf, moment } = pdfLocale
  const complaints = notes.flatMap(({ complaint }) => linesOf(complaint))
  const followUps = [...new Set(notes.flatMap(({ follow_up_on }) => follow_up_on ?? []))].filter((on) => on >= today)
  const { date_of_birth: birth, is_birth_date_estimated: isEstimated } = patient
  const sections: Section[] = [
    { title: t('When to come back at once'), isFramed: true, lines: notes.flatMap(({ return_advice }) => linesOf(return_advice)) },
    { title: t('Why you came'), isFramed: false, lines: complaints.length > 0 ? complaints : linesOf(visit.reason) },
    {
      title: t('What was found'),
      isFramed: false,
      lines: diagnoses.map(({ title, plain_title, is_provisional }) => {
        const named = plain_title === null ? title : `${plain_title} (${title})`
        return is_provisional ? `${named}, ${t('not confirmed yet')}` : named
      }),
    },
    {
      title: t('Your results'),
      isFramed: false,
      lines: [
        ...results.map((result) => resultText(result, pdfLocale)),
        ...(waiting > 0 ? [t('Results not ready yet, or explained to you at the clinic: {n}', { n: waiting })] : []),
      ],
    },
    { title: t('Your allergies'), isFramed: false, lines: allergyLines(patient, t) },
    { title: t('What to do next'), isFramed: false, lines: notes.flatMap(({ advice }) => linesOf(advice)) },
    {
      title: t('Your next visit'),
      isFramed: false,
      lines: [
        ...followUps.map((on) => t('Come back on {day}', { day: day(on) })),
        ...appointments.map((one) => joined(moment(one.at), one.with, one.number)),
      ],
    },
  ].filter(({ lines }) => lines.length > 0)
  const people = new Map(
    notes.map(({ signer: { name, ...registration } }) => [name, { name, lines: signerLines(registration, t) }] as const),
  )
  return {
    title: t('Your visit'),
    language,
    date: dayOf(visit.began_at),
    number: visit.number,
    patient: {
      name: patient.name,
      number: patient.number,
      facts: [
        [t('Number'), patient.number],
        [t('Age'), birth ? born(birth, isEstimated, patient.died_on ?? today, pdfLocale) : t('unknown')],
        [t('Sex'), t(sexes[patient.gender])],
      ],
    },
    sections,
    medicines: {
      title: t('Your medicines'),
      lines: medicines.map((line) => ({ name: line.name, words: medicineText(line, pdfLocale) })),
    },
    seen: { title: t('Who saw you'), people: [...people.values()] },
    foot: printed,
    page: t('Page {page} of {pages}', { page: '{page}', pages: '{pages}' }),
  }
}

interface SummaryHead {
  clinic: { name: string; lines: string[]; logo: string | null }
  own: OwnWords
  size: string
}
/** The summary as PDF, A4 unless the clinic says A5: texts are data to the template, never markup. */
export const printSummaryWords = (printPdf: PrintPdf, words: SummaryWords, { clinic, own, size }: SummaryHead): Promise<Uint8Array> =>
  printPdf(template, {
    ...breakAll(words),
    clinic: { ...clinic, name: breakable(clinic.name), lines: clinic.lines.map(breakable) },
    own,
    size: size === 'a5' ? 'a5' : 'a4',
  })
