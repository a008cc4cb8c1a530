import { createHash } from 'node:crypto'
import { PatientInput } from '#features/patients/contract.ts'
import type { NewPatient } from '../register-patient.ts'
import type { PatientValues } from './cells.ts'

type Refusal = { column: string; message: string }

const columnOf: Readonly<Record<string, string>> = { identifiers: 'national_id', insurances: 'insurance', next_of_kin: 'kin_name' }

/** The first word, the last one, and what stands between. */
const partsOf = (name: string) => {
  const words = name.split(' ')
  return words.length === 1
    ? { first_name: name, single_name: true }
    : { first_name: words[0], second_name: words.at(-1), ...(words.length > 2 && { other_names: words.slice(1, -1).join(' ') }) }
}

const namesOf = ({ full_name, first_name, second_name, other_names }: PatientValues): { first_name?: string | undefined } => {
  if (first_name === undefined && second_name === undefined) return full_name === undefined ? {} : partsOf(full_name)
  const first = first_name ?? second_name
  const second = first_name === undefined ? undefined : second_name
  return {
    first_name: first,
    ...(second === undefined ? { single_name: true } : { second_name: second }),
    ...(other_names && { other_names }),
  }
}

const bornOf = ({ date_of_birth, age, birth_date_estimated }: PatientValues) => {
  if (date_of_birth !== undefined) return { date_of_birth, ...(birth_date_estimated && { is_birth_date_estimated: true }) }
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

/** The patient that a row describes, by the same rules as what the desk types; or what is wrong with it. */
export const readPatient = (
  values: PatientValues,
  insurers: ReadonlyMap<string, number>,
): { patient: NewPatient & { source: string } } | { problems: Refusal[] } => {
  const { gender, phone, email, residence, occupation, language, old_number, national_id, insurance, member_number } = values
  const problems: Refusal[] = []
  const insurer = insurance === undefined ? undefined : insurers.get(insurance.toLowerCase())
  if (insurance !== undefined && insurer === undefined)
    problems.push({ column: 'insurance', message: 'There is no such insurance company in use.' })
  if (insurance === undefined && member_number !== undefined)
    problems.push({ column: 'insurance', message: 'Name the insurance company of this member number.' })
  const identifiers = [
    ...(old_number === undefined ? [] : [{ kind: 'old number', value: old_number }]),
    ...(national_id === undefined ? [] : [{ kind: 'national id', value: national_id }]),
  ]
  const names = namesOf(values)
  if (!names.first_name) problems.push({ column: 'first_name', message: 'This field is required.' })
  if (gender === undefined) problems.push({ column: 'gender', message: 'This field is required.' })
  if (problems.length > 0) return { problems }
  const read = PatientInput.safeParse({
    ...names,
    gender,
    ...bornOf(values),
    phone,
    email,
    residence,
    occupation,
    language,
    ...(identifiers.length > 0 && { identifiers }),
    ...(insurer !== undefined && { insurances: [{ insurance_company_id: insurer, member_number }] }),
    ...kinOf(values),
  })
  if (read.success) return { patient: { ...read.data, source: sourceOf(read.data) } }
  return {
    problems: read.error.issues.map(({ path, message }) => ({ column: columnOf[String(path[0])] ?? String(path[0] ?? ''), message })),
  }
}
