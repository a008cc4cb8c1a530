import { compareNames } from '#features/patients/names.ts'
import { sentence, type Sentence } from '#shared/sentence.ts'
import type { StatedPatient } from '../protocol.ts'
import type { KnownSample } from './load.ts'

export const identityFields = ['number', 'name', 'date of birth', 'sex'] as const

/** One thing that a message says of its patient beside what is on file of the patient of a sample. */
export interface ComparedFact {
  field: (typeof identityFields)[number]
  /** As the message has it; empty where it says nothing. */
  message: string
  record: string
  /** `similar`: no contradiction, and no proof. `unknown`: one of the two says nothing. */
  outcome: 'same' | 'similar' | 'differs' | 'unknown'
}

/** Numbers of ours, in capitals, with the patient whose record they lead to, also by a merge. */
export type NumberOwners = ReadonlyMap<string, number>

const YEARS_OF_ESTIMATE = 10

const compareNumber = (stated: StatedPatient, sample: KnownSample, owners: NumberOwners): ComparedFact['outcome'] => {
  const owner = owners.get(stated.id.trim().toUpperCase())
  // Another house numbers its patients in its own way: a number that is none of ours says nothing.
  if (owner === undefined) return 'unknown'
  return owner === sample.patient_id ? 'same' : 'differs'
}

const compareBirth = ({ birthDate }: StatedPatient, { birth_date, is_birth_date_estimated }: KnownSample): ComparedFact['outcome'] => {
  if (birthDate === null || birth_date === null) return 'unknown'
  if (!is_birth_date_estimated) return birthDate === birth_date ? 'same' : 'differs'
  return Math.abs(Number(birthDate.slice(0, 4)) - Number(birth_date.slice(0, 4))) > YEARS_OF_ESTIMATE ? 'differs' : 'similar'
}

const letters: Record<string, string> = { female: 'F', male: 'M' }
const compareSex = ({ sex }: StatedPatient, { gender }: KnownSample): ComparedFact['outcome'] => {
  const ours = letters[gender]
  if (ours === undefined || (sex !== 'F' && sex !== 'M')) return 'unknown'
  return sex === ours ? 'same' : 'differs'
}

const compareName = (
  { name }: StatedPatient,
  { first_name, other_names, second_name, is_unidentified }: KnownSample,
  hasNumber: boolean,
): ComparedFact['outcome'] => {
  if (is_unidentified) return 'unknown'
  const { outcome, sharesFirst, isUncertain } = compareNames(name, { first: first_name, others: other_names ?? '', last: second_name })
  // A married name, with the number of the same person.
  if (outcome === 'differs') return hasNumber && sharesFirst ? 'similar' : 'differs'
  // Njeri and Njera are two people unless the number speaks for one: twins have one birth date.
  return isUncertain && !hasNumber ? 'differs' : outcome
}

/** What a message says of its patient beside what is on file of the patient of the sample, field by field. Pure; nobody is found by it. */
export const comparePatient = (stated: StatedPatient, sample: KnownSample, owners: NumberOwners): ComparedFact[] => {
  const [number, birth] = [compareNumber(stated, sample, owners), compareBirth(stated, sample)]
  const name = compareName(stated, sample, number === 'same')
  return [
    { field: 'number', message: stated.id, record: sample.patient_number, outcome: number },
    { field: 'name', message: stated.name, record: sample.patient_name, outcome: name },
    { field: 'date of birth', message: stated.birthDate ?? '', record: sample.birth_date ?? '', outcome: birth },
    { field: 'sex', message: stated.sex, record: letters[sample.gender] ?? '', outcome: compareSex(stated, sample) },
  ]
}

/**
 * A reason to doubt that the message and the sample speak of the same person, or null: another number of ours, another name, another birthday or
 * another sex.
 */
export const checkPatient = (stated: StatedPatient | null, sample: KnownSample, owners: NumberOwners): Sentence | null => {
  if (!stated) return null
  const facts = comparePatient(stated, sample, owners)
  const differs = new Set(facts.filter(({ outcome }) => outcome === 'differs').map(({ field }) => field))
  if (differs.size === 0) return null
  const isShown = (field: ComparedFact['field']) => field === 'name' || differs.has(field)
  const listed = (side: 'message' | 'record') =>
    facts.flatMap((fact) => (isShown(fact.field) && fact.field !== 'number' && fact[side] !== '' ? [fact[side]] : []))
  const ofMessage = [...(differs.has('number') ? [stated.id] : []), ...listed('message')]
  const [name = '', ...more] = listed('record')
  return sentence('The message names {said}, but sample {number} belongs to {patient}.', {
    said: ofMessage.join(', '),
    number: sample.code,
    patient: [`${name} (${sample.patient_number})`, ...more].join(', '),
  })
}
