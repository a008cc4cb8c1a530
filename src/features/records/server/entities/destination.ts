import type { Certainty, DrugUsage, EntityType, Subject, Temporality } from '#features/clinical-text/contract.ts'
import type { Destination } from '#features/records/contract-fields.ts'
import { measureKeys, type MeasureKey } from '#features/triage/rules.ts'

const destinationOfType: Partial<Record<EntityType, Destination>> = {
  diagnosis: 'problem',
  drug: 'medicine',
  allergy: 'allergy',
  laboratory: 'laboratory',
  vital: 'vitals',
}

interface Message {
  type: EntityType
  value: string | null
  negated: boolean
  subject: Subject
  temporality: Temporality
  certainty: Certainty
  usage: DrugUsage | null
  details: { measure?: string | undefined }
}

/** True for vital signs that the triage keeps, too; a BMI follows from others, and a coma score has no place. */
export const isKeptMeasure = (name: string | undefined): name is MeasureKey => measureKeys.includes(name as MeasureKey)

/** What is found for "no known allergies": nothing to be written down as one. */
const NO_ALLERGY = 'none known'

/** What is taken or measured on a day: of the past it is not of the day of the document. */
const ofADay: readonly EntityType[] = ['drug', 'laboratory', 'vital']

/** What comes of a drug that is not simply taken: a stopped one is no current medicine, and one that is only avoided no allergy. */
const destinationOfUsage: Record<DrugUsage, Destination> = {
  stopped: 'medicine',
  avoided: 'alert',
  'not tolerated': 'allergy',
  tolerated: 'alert',
}

/**
 * What structured data a finding may become; null for what is denied, doubted, only possible in future or of somebody else, for drugs and
 * values of the past, for a value that was not read, and for what has no place of its own (symptoms, procedures, dates, facilities).
 */
export const destinationOf = ({ type, value, negated, subject, temporality, certainty, usage, details }: Message): Destination | null => {
  if (negated || subject !== 'patient' || temporality === 'hypothetical' || certainty === 'possible') return null
  if (type === 'drug' && usage !== null) return destinationOfUsage[usage]
  if (temporality === 'historical' && ofADay.includes(type)) return null
  if ((type === 'laboratory' || type === 'vital') && value === null) return null
  if (type === 'vital' && !isKeptMeasure(details.measure)) return null
  if (type === 'allergy' && value === NO_ALLERGY) return null
  return destinationOfType[type] ?? null
}
