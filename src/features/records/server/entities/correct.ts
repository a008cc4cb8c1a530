import type { DrugUsage, EntityDetails, EntityType } from '#features/clinical-text/contract.ts'
import type { RecordEntity } from '#features/records/contract-fields.ts'

/** What a person may say otherwise than it was suggested. */
export const said = ['type', 'value', 'unit', 'code', 'certainty', 'negated', 'subject', 'temporality', 'usage', 'details'] as const
export type Said = Pick<RecordEntity, (typeof said)[number]>

const named: readonly EntityType[] = ['diagnosis', 'symptom', 'drug', 'allergy', 'procedure', 'facility']
const parts = ['dose', 'route', 'frequency', 'duration'] as const

/** Of a value that is a name: another one was written. */
const isRenamed = (before: Said, after: Said) =>
  named.includes(after.type) && before.value?.toLowerCase() !== after.value?.toLowerCase() && after.value !== null

const withoutSubstances = ({ substances: _of, ...details }: EntityDetails): EntityDetails => details

/** Words that were read are no longer right when a part of them was corrected and they were not. */
const withDirections = (before: EntityDetails, after: EntityDetails): EntityDetails => {
  const isCorrected = parts.some((part) => before[part] !== after[part]) && before.directions === after.directions
  const directions = parts.flatMap((part) => after[part] ?? []).join(' ')
  if (!isCorrected) return after
  const { directions: _before, ...others } = after
  return directions === '' ? others : { ...others, directions }
}

/** Whether this can be said of a finding of this type: of an allergy only that it is an intolerance. */
export const fitsUsage = (type: EntityType, usage: DrugUsage | null): boolean =>
  usage === null || type === 'drug' || (type === 'allergy' && usage === 'not tolerated')

/**
 * A finding as a person corrected it, and what followed from what was read before no longer said of it: the code and the substances of
 * another name, a code of another kind, the directions that hold another dose.
 */
export const correctedBy = (before: Said, changes: Partial<Said>): Said => {
  const after: Said = { ...before, ...changes }
  const isOther = isRenamed(before, after)
  const isSameCode = after.code === before.code && (isOther || after.type !== before.type)
  const isSameSubstances = isOther && String(after.details.substances ?? '') === String(before.details.substances ?? '')
  const details = withDirections(before.details, after.details)
  const usage = fitsUsage(after.type, after.usage) ? after.usage : null
  return { ...after, usage, code: isSameCode ? null : after.code, details: isSameSubstances ? withoutSubstances(details) : details }
}
