import { sentence, type Sentence } from '#shared/sentence.ts'
import { MAX_AGE_DAYS } from './ages.ts'
import { compareDecimals, isDecimal } from './decimal.ts'
import type { ReferenceRange } from './reference-range.ts'

type Range = Omit<ReferenceRange, 'id'>
type Limit = 'low' | 'high' | 'low_critical' | 'high_critical' | 'low_valid' | 'high_valid'
export interface RangeProblem {
  field: keyof Range
  problem: Sentence
}

const limits: Limit[] = ['low', 'high', 'low_critical', 'high_critical', 'low_valid', 'high_valid']
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text

const isAge = (days: number) => Number.isInteger(days) && days >= 0 && days <= MAX_AGE_DAYS

const problemsOfAudience = (range: Range): RangeProblem[] => {
  const problems: RangeProblem[] = []
  const add = (field: keyof Range, text: string) => problems.push({ field, problem: sentence(text) })
  const { age_from_days: from, age_to_days: to, valid_from: first, valid_until: until } = range
  if (!isAge(from)) add('age_from_days', 'Enter an age from 0 to 200 years.')
  if (to !== null && !isAge(to)) add('age_to_days', 'Enter an age from 0 to 200 years.')
  else if (to !== null && to <= from) add('age_to_days', 'The upper age must be above the lower age.')
  if (range.is_pregnant && range.sex === 'male') add('is_pregnant', 'A pregnancy range cannot apply to men.')
  if (!isDay(first)) add('valid_from', 'Enter a date.')
  if (until !== null && !isDay(until)) add('valid_until', 'Enter a date.')
  else if (until !== null && until < first) add('valid_until', 'The range ends before it begins.')
  return problems
}

/** The first problem of each limit that reads as a number: an outer limit never lies inside an inner one, on either side. */
const problemsOfOrder = (range: Range): RangeProblem[] => {
  const isAbove = (a: Limit, b: Limit) => {
    const [first, second] = [range[a], range[b]]
    return first !== null && second !== null && isDecimal(first) && isDecimal(second) && compareDecimals(first, second) > 0
  }
  const problems: RangeProblem[] = []
  const refuse = (field: Limit, isWrong: boolean, text: string) => {
    if (isWrong && !problems.some((one) => one.field === field)) problems.push({ field, problem: sentence(text) })
  }
  const critical = 'A critical limit must be outside the normal limits.'
  const plausible = 'A plausible limit must be outside the normal and the critical limits.'
  refuse('high', isAbove('low', 'high'), 'The lower limit is above the upper limit.')
  refuse('high_critical', isAbove('low_critical', 'high_critical'), 'The lower critical limit is above the upper critical limit.')
  refuse('high_valid', isAbove('low_valid', 'high_valid'), 'The lowest plausible result is above the highest plausible result.')
  refuse('low_critical', isAbove('low_critical', 'low') || isAbove('low_critical', 'high'), critical)
  refuse('high_critical', isAbove('low', 'high_critical') || isAbove('high', 'high_critical'), critical)
  const inner: Limit[] = ['low', 'high', 'low_critical', 'high_critical']
  for (const limit of inner) {
    refuse('low_valid', isAbove('low_valid', limit), plausible)
    refuse('high_valid', isAbove(limit, 'high_valid'), plausible)
  }
  return problems
}

/**
 * Why a range cannot be kept, each with its field; none when it can. Limits may equal one another. One that ends on the day on which it
 * begins is a range withdrawn before it was used.
 */
export const checkRange = (range: Range): RangeProblem[] => {
  const problems = problemsOfAudience(range)
  for (const limit of limits) {
    const value = range[limit]
    if (value !== null && !isDecimal(value)) problems.push({ field: limit, problem: sentence('Enter a number, such as 5.4.') })
  }
  const isEmpty = !range.text?.trim() && limits.every((limit) => range[limit] === null)
  if (isEmpty) problems.push({ field: 'low', problem: sentence('Enter a limit, or the range in words.') })
  return [...problems, ...problemsOfOrder(range)]
}
