import type { Certainty, EntityType, Subject, Temporality } from '#features/clinical-text/contract.ts'
import type { Destination } from './contract-fields.ts'

const destinationOfType: Partial<Record<EntityType, Destination>> = {
  diagnosis: 'problem',
  drug: 'medicine',
  allergy: 'allergy',
  laboratory: 'laboratory',
  vital: 'vitals',
}

interface Said {
  type: EntityType
  value: string | null
  negated: boolean
  subject: Subject
  temporality: Temporality
  certainty: Certainty
}

/**
 * What structured data a finding may become; null for what is denied, doubted, only possible in future or of somebody else, for a value
 * that was not read, and for what has no place of its own (symptoms, procedures, dates, facilities).
 */
export const destinationOf = ({ type, value, negated, subject, temporality, certainty }: Said): Destination | null => {
  if (negated || subject !== 'patient' || temporality === 'hypothetical' || certainty === 'possible') return null
  if ((type === 'laboratory' || type === 'vital') && value === null) return null
  return destinationOfType[type] ?? null
}
