import type { Subject } from '#platform/questions/subject.ts'

/**
 * Of which figure a measure that counts some of the rows is a share; null where the rows have no figure of its kind over all of them: an
 * amount is no part of a number of invoices, and items are none of a number of batches unless the measure says of what it is one.
 */
export const wholeOf = ({ measures }: Subject, name: string): string | null => {
  const part = measures[name]
  const [first] = Object.entries(measures)
  if (!part?.where || !part.total || !first) return null
  if (part.of !== undefined) return part.of
  const [whole, { kind, where, total, adds }] = first
  return whole !== name && kind === part.kind && !where && total && part.adds !== false && adds !== false ? whole : null
}
