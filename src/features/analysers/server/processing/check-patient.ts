import { sentence, type Sentence } from '#shared/sentence.ts'
import type { StatedPatient } from '../protocol.ts'
import type { KnownSample } from './load.ts'

const wordsOf = (name: string) =>
  new Set(
    name
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 1),
  )
const shareWord = (a: string, b: string) => {
  const ours = wordsOf(b)
  return [...wordsOf(a)].some((word) => ours.has(word))
}

/**
 * A reason to doubt that the message and the sample speak of the same person, or null. The patient's number settles it where it is one of
 * ours; otherwise a name without any word of ours, or another birthday than the one we know, is doubt. Nobody is ever found by this.
 */
export const checkPatient = (stated: StatedPatient | null, sample: KnownSample, patientNumbers: ReadonlySet<string>): Sentence | null => {
  if (!stated) return null
  const number = stated.id.trim().toUpperCase()
  if (number !== '' && number === sample.patient_number) return null
  const doubt = (said: string) =>
    sentence('The message names {{said}}, and sample {{number}} is of {{patient}}.', {
      said,
      number: sample.code,
      patient: `${sample.patient_name} (${sample.patient_number})`,
    })
  if (patientNumbers.has(number)) return doubt(number)
  const isOtherName = wordsOf(stated.name).size > 0 && !shareWord(stated.name, sample.patient_name)
  const isOtherBirthday =
    stated.birthDate !== null && sample.birth_date !== null && !sample.is_birth_date_estimated && stated.birthDate !== sample.birth_date
  return isOtherName || isOtherBirthday ? doubt([stated.name, stated.birthDate].filter(Boolean).join(', ')) : null
}
