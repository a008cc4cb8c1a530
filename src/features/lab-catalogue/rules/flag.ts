import { compareDecimals, fractionOf } from './decimal.ts'
import type { RangeLimits } from './reference-range.ts'
import { SOME } from './result-kinds.ts'
import type { ChoiceFlag, Comparator, ReadResult } from './result-text.ts'

export type NumberFlag = 'critical low' | 'low' | 'normal' | 'high' | 'critical high'
export type ResultFlag = NumberFlag | ChoiceFlag

/** True when every number that `value` with its comparator may stand for is below the limit; a number that equals it is not. */
const isBelow = (value: string, comparator: Comparator | null, limit: string | null): boolean => {
  if (limit === null || comparator === '>' || comparator === '>=') return false
  const side = compareDecimals(value, limit)
  return comparator === '<' ? side <= 0 : side < 0
}
const isAbove = (value: string, comparator: Comparator | null, limit: string | null): boolean => {
  if (limit === null || comparator === '<' || comparator === '<=') return false
  const side = compareDecimals(value, limit)
  return comparator === '>' ? side >= 0 : side > 0
}

/** True when none of them can be below the limit. What has zero for its lower limit is taken to be never less. */
const isNeverBelow = (value: string, comparator: Comparator | null, limit: string | null): boolean => {
  if (limit === null) return true
  if (comparator === '<' || comparator === '<=') return fractionOf(limit)[0] === 0n
  return compareDecimals(value, limit) >= 0
}
const isNeverAbove = (value: string, comparator: Comparator | null, limit: string | null): boolean =>
  limit === null || (comparator !== '>' && comparator !== '>=' && compareDecimals(value, limit) <= 0)

/**
 * How a number stands to the range that fits the patient. Limits are inclusive: a value that equals one is inside, a critical value lies
 * beyond the critical limit. `<5` is low only when everything below 5 is; null is said where it cannot be decided, and where there is no
 * normal limit to hold it against.
 */
export const flagOf = (value: string, comparator: Comparator | null, range: RangeLimits | null): NumberFlag | null => {
  if (!range) return null
  const { low, high, low_critical, high_critical } = range
  if (isBelow(value, comparator, low_critical)) return 'critical low'
  if (isAbove(value, comparator, high_critical)) return 'critical high'
  if (isBelow(value, comparator, low)) return 'low'
  if (isAbove(value, comparator, high)) return 'high'
  if (low === null && high === null) return null
  const isNormal =
    [low, low_critical].every((limit) => isNeverBelow(value, comparator, limit)) &&
    [high, high_critical].every((limit) => isNeverAbove(value, comparator, limit))
  return isNormal ? 'normal' : null
}

/** What a coded answer means; null for one that the test does not have. */
export const choiceFlagOf = (choices: readonly { value: string; flag: ChoiceFlag }[], choice: string): ChoiceFlag | null =>
  choices.find(({ value }) => value === choice)?.flag ?? null

/** From what needs nobody to what cannot wait; what cannot be decided is worse than what is normal. */
const severity: readonly (NumberFlag | null)[] = ['normal', null, 'low', 'high', 'critical low', 'critical high']
const worseFlag = (a: NumberFlag | null, b: NumberFlag | null) => (severity.indexOf(a) > severity.indexOf(b) ? a : b)

/** A grade names no number: nil is none, a trace cannot be decided, and whatever is more is taken to lie above every limit there is. */
const gradeFlag = (rank: string, range: RangeLimits | null): NumberFlag | null => {
  if (fractionOf(rank)[0] === 0n) return flagOf(rank, null, range)
  if (!range || compareDecimals(rank, SOME) < 0) return null
  return range.high_critical !== null ? 'critical high' : range.high !== null ? 'high' : null
}

/**
 * How a result stands to what it is held against: numbers, titres and what was not detected (0) by `flagOf`, a range by the worse of its ends, a
 * coded answer by its choice. Too little sample and words say nothing: null, which is never normal.
 */
export const resultFlagOf = (
  { value, comparator, choice, kind, rank, from }: Pick<ReadResult, 'value' | 'comparator' | 'choice' | 'kind' | 'rank' | 'from'>,
  range: RangeLimits | null,
  choices: readonly { value: string; flag: ChoiceFlag }[],
): ResultFlag | null => {
  if (choice !== null) return choiceFlagOf(choices, choice)
  if (value !== null) return flagOf(value, comparator, range)
  if (rank === null) return null
  if (kind === 'grade') return gradeFlag(rank, range)
  return kind === 'range' && from !== null
    ? worseFlag(flagOf(from, null, range), flagOf(rank, null, range))
    : flagOf(rank, comparator, range)
}

/** True for what somebody must be told of at once. */
export const isCritical = (flag: ResultFlag | null): boolean => flag === 'critical' || flag === 'critical low' || flag === 'critical high'
