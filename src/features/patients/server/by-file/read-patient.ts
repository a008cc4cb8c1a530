import { createHash } from 'node:crypto'
import { PatientInput } from '#features/patients/contract.ts'
import { plainNames } from '#features/patients/record.ts'
import type { ImportNote } from '#platform/imports/kind.ts'
import type { NewPatient } from '../register-patient.ts'
import { readAllergies } from './read-allergies.ts'
import { imported, type PatientValues } from './cells.ts'

type Refusal = { column: string; message: string }

/** The column of a field of the contract. */
const columnOf: Readonly<Record<string, string>> = {
  identifiers: 'national_id',
  insurances: 'insurance',
  next_of_kin: 'kin_name',
  is_birth_date_estimated: 'birth_date_estimated',
}
/** What is taken as it is in the file. */
const plain = plainNames.filter((name) => name in imported)
/** What no patient is taken without. */
const needed = new Set(['first_name', 'second_name', 'gender', 'single_name'])

/** The first word, the last one, and what stands between, with the other names of a column of their own where the name has them not. */
const partsOf = (name: string, others = '') => {
  const words = name.split(' ')
  const known = new Set(words.map((word) => word.toLowerCase()))
  const further = others.split(' ').filter((word) => word !== '' && !known.has(word.toLowerCase()))
  const other_names = [...words.slice(1, -1), ...further].join(' ')
  return {
    first_name: words[0],
    ...(words.length === 1 ? { single_name: true } : { second_name: words.at(-1) }),
    ...(other_names !== '' && { other_names }),
  }
}

const namesOf = ({ full_name, first_name, second_name, other_names }: PatientValues): { first_name?: string | undefined } => {
  if (first_name === undefined && second_name === undefined) return full_name === undefined ? {} : partsOf(full_name, other_names)
  // A register whose only name is under the heading of family names has whole names there.
  if (first_name === undefined && second_name?.includes(' ')) return partsOf(second_name, other_names)
  const first = first_name ?? second_name
  const second = first_name === undefined ? undefined : second_name
  return {
    first_name: first,
    ...(second === undefined ? { single_name: true } : { second_name: second }),
    ...(other_names && { other_names }),
  }
}

const readBirthDate = ({ date_of_birth, age, birth_date_estimated }: PatientValues, isYear: boolean) => {
  if (date_of_birth !== undefined) return { date_of_birth, ...((birth_date_estimated || isYear) && { is_birth_date_estimated: true }) }
  return age === undefined ? {} : { date_of_birth: age, is_birth_date_estimated: true }
}

const kinOf = ({ kin_name, kin_relationship, kin_phone }: PatientValues) => {
  if (kin_name === undefined) return {}
  const { first_name, second_name, other_names } = partsOf(kin_name) as Record<string, string | undefined>
  const kin = {
    first_name: [first_name, other_names].filter(Boolean).join(' '),
    ...(second_name && { second_name }),
    relationship: kin_relationship ?? 'not said',
    ...(kin_phone && { contact: { tel_no: kin_phone } }),
  }
  return { next_of_kin: [kin] }
}

/** What tells a second import of the same row that there is nothing to do. */
const sourceOf = (patient: PatientInput) => `file ${createHash('sha256').update(JSON.stringify(patient)).digest('hex').slice(0, 40)}`

const insuranceOf = ({ insurance, member_number }: PatientValues, insurers: ReadonlyMap<string, number>, notes: ImportNote[]) => {
  const insurer = insurance === undefined ? undefined : insurers.get(insurance.toLowerCase())
  if (insurance !== undefined && insurer === undefined)
    notes.push({ column: 'insurance', text: insurance, message: 'Left empty: Insurance company not found or inactive.' })
  if (insurer === undefined && member_number !== undefined)
    notes.push({ column: 'member_number', text: member_number, message: 'Left empty: Choose the insurance company of this member number.' })
  return insurer === undefined ? {} : { insurances: [{ insurance_company_id: insurer, member_number }] }
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? ''))

/** What the rules of the desk take of the fields: those that they do not take are left out, each with a note; a name or a gender is needed. */
const takeFields = (fields: Record<string, unknown>, notes: ImportNote[]): PatientInput | Refusal[] => {
  const rest = { ...fields }
  for (;;) {
    const read = PatientInput.safeParse(rest)
    if (read.success) return read.data
    const issues = read.error.issues.map(({ path, message }) => ({ field: String(path[0] ?? ''), message }))
    const fatal = issues.filter(({ field }) => needed.has(field) || !Object.hasOwn(rest, field))
    if (fatal.length > 0) return fatal.map(({ field, message }) => ({ column: columnOf[field] ?? field, message }))
    for (const { field, message } of issues) {
      if (!Object.hasOwn(rest, field)) continue
      notes.push({ column: columnOf[field] ?? field, text: shown(rest[field]), message: `Left empty: ${message}` })
      delete rest[field]
    }
  }
}

export interface ReadPatient {
  patient: NewPatient & { source: string }
  /** "No known allergies" is recorded, too. */
  hasNoAllergies: boolean
  notes: ImportNote[]
}

/**
 * The patient that a row describes, by the same rules as what the desk types, without what they do not take; or why there is none: a patient has a
 * name and a gender.
 */
export const readPatient = (
  values: PatientValues,
  insurers: ReadonlyMap<string, number>,
  /** The file knows the year of birth alone. */
  isYear: boolean,
): ReadPatient | { problems: Refusal[] } => {
  const { gender, old_number, national_id } = values
  const problems: Refusal[] = []
  const notes: ImportNote[] = []
  const identifiers = [
    ...(old_number === undefined ? [] : [{ kind: 'old number', value: old_number }]),
    ...(national_id === undefined ? [] : [{ kind: 'national id', value: national_id }]),
  ]
  const names = namesOf(values)
  if (!names.first_name) problems.push({ column: 'first_name', message: 'This field is required.' })
  if (gender === undefined) problems.push({ column: 'gender', message: 'This field is required.' })
  if (problems.length > 0) return { problems }
  const text = readAllergies(values.allergies ?? '')
  notes.push(...text.notes.map((message) => ({ column: 'allergies', text: values.allergies ?? '', message })))
  const fields = {
    ...Object.fromEntries(plain.map((name) => [name, values[name]])),
    ...names,
    gender,
    ...readBirthDate(values, isYear),
    ...(identifiers.length > 0 && { identifiers }),
    ...insuranceOf(values, insurers, notes),
    ...kinOf(values),
    ...(text.allergies.length > 0 && { allergies: text.allergies }),
  }
  const taken = takeFields(fields, notes)
  if (Array.isArray(taken)) return { problems: taken }
  return { patient: { ...taken, source: sourceOf(taken) }, hasNoAllergies: text.state === 'none known', notes }
}
