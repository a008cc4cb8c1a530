import { patientFields, plainNames } from '#features/patients/record.ts'
import { fullName } from '#features/patients/rules.ts'
import { having } from '#shared/record.ts'
import type { readClinicHead } from '#features/company/public.ts'
import { birthText } from '#shared/birth.ts'
import { breakable, breakAll } from '#platform/pdf/breakable.ts'
import type { PrintPdf } from '#platform/pdf/print.ts'
import type { PrintLanguage } from '#platform/pdf/translate.ts'
import type { OwnData } from './read-data.ts'
import { sayer, type Say } from './say.ts'
import { type Entry, type Kind, type Section, sections } from './sections.ts'

const template = new URL('./record.typ', import.meta.url)

/**
 * Entries of one kind that a paper bears: a person reads no more of them, and other papers wait for the printer. So many of every kind, with
 * long notes, are on paper within a second of a quiet machine.
 */
export const MOST_PRINTED = 100

type Head = Pick<Awaited<ReturnType<typeof readClinicHead>>, 'clinic' | 'currency' | 'zone'>

const entryOf = ({ head, side, facts }: Entry, t: Say['t']) => ({
  head: head || '–',
  side: side ?? '',
  facts: facts.flatMap(([label, value]) => (value === null || value === '' ? [] : [[label === null ? null : t(label), String(value)]])),
})

const sectionOf = (kind: Kind, data: OwnData, say: Say) => {
  const { title, entry } = sections[kind] as Section<unknown>
  const rows: readonly unknown[] = data[kind]
  const notes = [
    rows.length === 0 && say.t('No entries.'),
    rows.length > MOST_PRINTED &&
      say.t('Only the latest {n} are printed here; the JSON download contains the others.', { n: MOST_PRINTED }),
    data.cut.some((cut) => cut.kind === kind) && say.t('Ask the clinic for earlier entries.'),
  ]
  const shown = rows.slice(0, MOST_PRINTED).map((row) => entryOf(entry(row, say), say.t))
  return { title: say.t(title), note: notes.filter(Boolean).join(' ') || null, entries: shown }
}

/** Those of the plain fields that are the patient's to read. */
const readable = plainNames.filter((name) => name in { ...having(patientFields, 'own', 'read'), ...having(patientFields, 'own', 'write') })
const factsOf = ({ patient }: OwnData, { t, word, day, moment }: Say) => {
  const facts: readonly (readonly [string, string | null])[] = [
    ['Patient number', patient.number],
    [
      'Date of birth',
      patient.date_of_birth && birthText(patient.date_of_birth, patient.is_birth_date_estimated, { t, day: (on) => day(on) ?? '' }),
    ],
    ['Sex', word(patient.gender)],
    ...readable.map((name) => [patientFields[name].label, patient[name]] as const),
    ['Registered', moment(patient.registered_at)],
    ['Last visit', moment(patient.last_visit_at)],
    ['No known allergies, recorded', moment(patient.no_known_allergies_at)],
    ['Not pregnant, recorded', day(patient.not_pregnant_on)],
    ['Died', [day(patient.died_on), patient.died_at].filter(Boolean).join(', ')],
    ['Cause of death', patient.cause_of_death],
  ]
  return facts.flatMap(([label, value]) => (value ? [[t(label), value]] : []))
}

/** A patient's whole record as PDF, A4, in a language: texts are data to the template, never markup. */
export const printData = (printPdf: PrintPdf, data: OwnData, { clinic }: Head, language: PrintLanguage): Promise<Uint8Array> => {
  const say = sayer(language, data.clinic)
  const { t } = say
  const words = {
    title: t('My health record'),
    printed: t('Created on {when}', { when: say.moment(data.made_at) ?? '' }),
    page: t('Page'),
    patient: { name: fullName(data.patient), number: data.patient.number, facts: factsOf(data, say) },
    notes: [
      t('The data that {clinic} has recorded about you and may show you. Not included:', { clinic: clinic.name }),
      ...data.left_out.map((line) => `– ${t(line)}`),
    ],
    sections: (Object.keys(sections) as Kind[]).map((kind) => sectionOf(kind, data, say)),
  }
  return printPdf(template, { ...breakAll(words), clinic: { ...clinic, name: breakable(clinic.name), lines: clinic.lines.map(breakable) } })
}
