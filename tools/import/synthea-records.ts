import { z } from 'zod'
import { AllergyInput, PatientInput } from '#features/patients/contract.ts'
import { line } from '#shared/text.ts'
import type { Read } from './import-file.ts'
import type { CsvRecord } from './read-csv.ts'

/** The columns without which a file is another file. */
export const columnsOf = {
  patients: ['id', 'birthdate', 'first', 'last', 'gender'],
  allergies: ['id', 'patient', 'recorded', 'description'],
  encounters: ['id', 'patient', 'start', 'stop', 'description'],
  conditions: ['id', 'patient', 'onset', 'abatement', 'description'],
  observations: ['id', 'patient', 'encounter', 'date', 'category', 'loinc', 'description', 'value', 'unit'],
  medications: ['id', 'patient', 'authored', 'status', 'description'],
  claims: ['id', 'patient', 'encounter_or_rx', 'created', 'status', 'total', 'currency', 'insurer'],
} as const

export interface ImportedPatient {
  patient: PatientInput
  /** The day of death, `YYYY-MM-DD`. */
  died_on: string | null
}
export interface ImportedAllergy {
  patient: string
  allergy: z.output<typeof AllergyInput>
  recorded_at: string
}
export interface ImportedVisit {
  patient: string
  reason: string
  priority: 'routine' | 'emergency'
  /** Stayed in the house. */
  isInpatient: boolean
  started_at: string
  ended_at: string
}

/** What a source id looks like in the column `source`. */
export const sourceOf = (id: string) => `synthea:${id}`

/** The row's own id in the source. */
export const SourceId = z.string().trim().min(1, 'The row has no id.').max(100)
// The earliest instant a record may have: nobody living was treated before.
export const Moment = z.iso
  .datetime({ offset: true, error: 'is no instant such as 2020-01-31T08:00:00+00:00' })
  .transform((text) => new Date(text).toISOString())
  .refine((text) => text >= '1900-01-01' && Date.parse(text) <= Date.now(), 'lies before 1900 or in the future')

/** A row by its schema, or what is wrong with it. */
export const readAs = <T>(schema: z.ZodType<T>, value: unknown): Read<T> => {
  const result = schema.safeParse(value)
  if (result.success) return { row: result.data }
  return { reason: result.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')).join('; ') }
}

const genders: Record<string, string> = { m: 'male', f: 'female' }
const joined = (...parts: (string | undefined)[]) => parts.filter((part) => part?.trim()).join(', ') || undefined
const orNothing = (text: string | undefined) => text?.trim() || undefined

const identifiersOf = ({ ssn, mrn, drivers, passport }: CsvRecord) =>
  [
    { kind: 'national id', value: ssn },
    { kind: 'old number', value: mrn },
    { kind: 'driving licence', value: drivers },
    { kind: 'passport', value: passport },
  ].filter(({ value }) => orNothing(value))

const PatientRecord = z.object({
  id: SourceId,
  patient: PatientInput,
  died_on: z.iso.date({ error: 'is no date' }).nullable(),
})

/** A patient as the registration form would take it; telephone numbers that it would refuse are refused here too. */
export const readPatient = (record: CsvRecord): Read<ImportedPatient> =>
  readAs(PatientRecord, {
    id: record['id'],
    died_on: orNothing(record['deathdate'])?.slice(0, 10) ?? null,
    patient: {
      first_name: record['first'],
      second_name: orNothing(record['last']),
      single_name: !orNothing(record['last']),
      gender: genders[record['gender']?.toLowerCase() ?? ''] ?? record['gender']?.toLowerCase(),
      date_of_birth: record['birthdate'],
      phone: orNothing(record['phone']),
      residence: joined(record['address'], record['city'], joined(record['state'], record['postal'])?.replace(',', ''), record['country']),
      language: orNothing(record['language']),
      identifiers: identifiersOf(record),
    },
  })

const AllergyRecord = z.object({ id: SourceId, patient: SourceId, allergy: AllergyInput, recorded_at: Moment })

// The source calls everything food; what grows, flies and stings is not.
const surroundings = /pollen|mou?ld|dander|mite|dust|venom|latex|animal/i
const categories: Record<string, string> = { medication: 'drug', biologic: 'drug', drug: 'drug', food: 'food', environment: 'environment' }
const severities: Record<string, string> = { low: 'mild', mild: 'mild', moderate: 'moderate', high: 'severe', severe: 'severe' }

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const substanceOf = (description: string) =>
  capital(
    description
      .replace(/^allergy to (an? )?/i, '')
      .replace(/ allergy$/i, '')
      .trim(),
  )

export const readAllergy = (record: CsvRecord): Read<ImportedAllergy> => {
  const substance = substanceOf(record['description'] ?? '')
  return readAs(AllergyRecord, {
    id: record['id'],
    patient: record['patient'],
    recorded_at: record['recorded'],
    allergy: {
      substance,
      category: surroundings.test(substance) ? 'environment' : (categories[record['category']?.toLowerCase() ?? ''] ?? 'other'),
      severity: severities[record['criticality']?.toLowerCase() ?? ''] ?? 'unknown',
      reaction: orNothing(record['reaction']),
    },
  })
}

const EncounterRecord = z
  .object({
    id: SourceId,
    patient: SourceId,
    reason: line(200),
    priority: z.enum(['routine', 'emergency']),
    isInpatient: z.boolean(),
    started_at: Moment,
    ended_at: Moment,
  })
  .refine(({ started_at, ended_at }) => started_at <= ended_at, { path: ['stop'], error: 'It ended before it began.' })

// The kind of thing that a term is, as its terminology writes it behind the term.
const kindOfTerm = /\s*\((disorder|procedure|finding|situation|event|regime\/therapy|morphologic abnormality)\)$/i

export const readEncounter = (record: CsvRecord): Read<ImportedVisit> =>
  readAs(EncounterRecord, {
    id: record['id'],
    patient: record['patient'],
    reason: (orNothing(record['reason_description']) ?? record['description'] ?? '').replace(kindOfTerm, ''),
    priority: record['class'] === 'EMER' ? 'emergency' : 'routine',
    isInpatient: record['class'] === 'IMP',
    started_at: record['start'],
    ended_at: record['stop'],
  })

const payerNames: Record<string, readonly string[]> = {
  no_insurance: [],
  medicare: ['Medicare'],
  medicaid: ['Medicaid'],
  dual_eligible: ['Medicare', 'Medicaid'],
  private: ['Private insurance'],
}

/** The insurance companies that a claim's insurer stands for. */
export const payersOf = (insurer: string): readonly string[] =>
  payerNames[insurer.toLowerCase()] ?? (insurer.trim() ? [insurer.trim()] : [])
