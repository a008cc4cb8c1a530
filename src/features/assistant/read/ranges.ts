import { dictionary } from '#shared/dictionary.ts'
import { numberOf } from '../language/words.ts'
import type { Token } from '../language/tokens.ts'

/** 'over 60 years', 'between 8 and 12', 'children': a limit that rows are compared with. */
export interface NumberRange {
  at_least?: number
  above?: number
  at_most?: number
  below?: number
  at: readonly number[]
  unit: string | null
  /** It can only be somebody's age. */
  is_age: boolean
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const MORE = words('over above exceeding beyond past')
const LESS = words('under below beneath')
const MORE_THAN = words('more greater older higher longer larger bigger later')
const LESS_THAN = words('less younger lower fewer smaller shorter')
const OR_MORE = words('older over above more up greater higher longer')
const OR_LESS = words('younger under below less lower fewer shorter')
const UNITS = dictionary<string>(
  Object.fromEntries(
    // How often is no limit of anything: as a unit it fits none.
    ['time', 'year', 'month', 'week', 'day', 'hour', 'minute'].flatMap((unit) => [
      [unit, unit],
      [`${unit}s`, unit],
    ]),
  ),
)
Object.assign(UNITS, { yrs: 'year', yr: 'year', hrs: 'hour', hr: 'hour', mins: 'minute', min: 'minute' })
const AGES = words('aged age ages old olds older younger elderly')

/** Words that say an age by themselves, in completed years. Who is a child is taken from the Convention on the Rights of the Child. */
const ageWords = dictionary<Pick<NumberRange, 'at_least' | 'below'>>({
  child: { below: 18 },
  children: { below: 18 },
  kid: { below: 18 },
  kids: { below: 18 },
  minors: { below: 18 },
  girls: { below: 18 },
  boys: { below: 18 },
  adult: { at_least: 18 },
  adults: { at_least: 18 },
  infant: { below: 1 },
  infants: { below: 1 },
  baby: { below: 1 },
  babies: { below: 1 },
  teenagers: { at_least: 13, below: 20 },
  teenager: { at_least: 13, below: 20 },
  adolescents: { at_least: 10, below: 20 },
  elderly: { at_least: 65 },
  seniors: { at_least: 65 },
  fives: { below: 5 },
})

const textAt = (tokens: readonly Token[], index: number) => tokens[index]?.text ?? ''
const numberAt = (tokens: readonly Token[], index: number) => {
  const token = tokens[index]
  if (!token) return undefined
  return token.text === 'an' || token.text === 'a' ? (UNITS[textAt(tokens, index + 1)] ? 1 : undefined) : numberOf(token.text)
}

/** The unit after a number, and the words that belong to it: 'years', 'years old', 'year olds of age'. */
const unitAfter = (tokens: readonly Token[], from: number) => {
  const at: number[] = []
  let unit: string | null = null
  let isAge = false
  let index = from
  const named = UNITS[textAt(tokens, index)]
  if (named) {
    unit = named
    at.push(index)
    index += 1
  }
  while (
    ['old', 'olds', 'of', 'age'].includes(textAt(tokens, index)) &&
    (textAt(tokens, index) !== 'of' || textAt(tokens, index + 1) === 'age')
  ) {
    at.push(index)
    isAge = true
    index += 1
  }
  return { unit, at, isAge, next: index }
}

const ageBefore = (tokens: readonly Token[], index: number): number[] => (AGES.has(textAt(tokens, index - 1)) ? [index - 1] : [])

type Limits = Pick<NumberRange, 'at_least' | 'above' | 'at_most' | 'below'>
const rangeOf = (tokens: readonly Token[], first: number, numberIndex: number, limits: (value: number) => Limits): NumberRange | null => {
  const value = numberAt(tokens, numberIndex)
  if (value === undefined) return null
  const { unit, at, isAge } = unitAfter(tokens, numberIndex + 1)
  const before = ageBefore(tokens, first)
  const stated = Array.from({ length: numberIndex - first + 1 }, (_, index) => first + index)
  const byWord = stated.some((index) => ['older', 'younger'].includes(textAt(tokens, index)))
  return { ...limits(value), at: [...before, ...stated, ...at], unit, is_age: isAge || byWord || before.length > 0 }
}

const between = (tokens: readonly Token[], index: number): NumberRange | null => {
  const starts = textAt(tokens, index) === 'between' || textAt(tokens, index) === 'from' ? index + 1 : index
  const low = numberAt(tokens, starts)
  if (low === undefined || textAt(tokens, starts) === 'a') return null
  const joined = ['and', 'to'].includes(textAt(tokens, starts + 1)) ? starts + 2 : starts + 1
  const isHyphen = joined === starts + 1 && (tokens[joined]?.start ?? 0) - (tokens[starts]?.end ?? 0) === 1
  if (joined === starts + 1 && !isHyphen) return null
  if (starts === index && textAt(tokens, starts + 1) === 'and') return null
  const high = numberAt(tokens, joined)
  if (high === undefined || high < low) return null
  const { unit, at, isAge } = unitAfter(tokens, joined + 1)
  const before = ageBefore(tokens, index)
  const stated = Array.from({ length: joined - index + 1 }, (_, step) => index + step)
  return { at_least: low, at_most: high, at: [...before, ...stated, ...at], unit, is_age: isAge || before.length > 0 }
}

const compared = (tokens: readonly Token[], index: number): NumberRange | null => {
  const text = textAt(tokens, index)
  const next = textAt(tokens, index + 1)
  if (text === 'at' && next === 'least') return rangeOf(tokens, index, index + 2, (at_least) => ({ at_least }))
  if (text === 'at' && next === 'most') return rangeOf(tokens, index, index + 2, (at_most) => ({ at_most }))
  if (next === 'than') {
    if (MORE_THAN.has(text)) return rangeOf(tokens, index, index + 2, (above) => ({ above }))
    if (LESS_THAN.has(text)) return rangeOf(tokens, index, index + 2, (below) => ({ below }))
  }
  if (MORE.has(text)) return rangeOf(tokens, index, index + 1, (above) => ({ above }))
  if (LESS.has(text)) return rangeOf(tokens, index, index + 1, (below) => ({ below }))
  return null
}

/** '60 or older', '5 years and under', 'aged 30', '30 years old', 'in their 20s'. */
const plain = (tokens: readonly Token[], index: number): NumberRange | null => {
  const decade = /^(\d)0s$/.exec(textAt(tokens, index))
  if (decade) {
    const low = Number(decade[1]) * 10
    return { at_least: low, below: low + 10, at: [index], unit: 'year', is_age: true }
  }
  const value = numberAt(tokens, index)
  if (value === undefined || textAt(tokens, index) === 'a') return null
  const { unit, at, isAge, next } = unitAfter(tokens, index + 1)
  const before = ageBefore(tokens, index)
  const closing = textAt(tokens, next + 1)
  if (['or', 'and'].includes(textAt(tokens, next)) && (OR_MORE.has(closing) || OR_LESS.has(closing))) {
    const after = unitAfter(tokens, next + 2)
    const limits: Limits = OR_MORE.has(closing) ? { at_least: value } : { at_most: value }
    const age = isAge || before.length > 0 || ['older', 'younger'].includes(closing) || unit === 'year'
    return { ...limits, at: [...before, index, ...at, next, next + 1, ...after.at], unit: unit ?? after.unit, is_age: age }
  }
  if (before.length === 0 && !isAge) return null
  return { at_least: value, at_most: value, at: [...before, index, ...at], unit, is_age: true }
}

/** The limits in a question, none of them twice. `skip`: tokens that say a time. */
export const rangesIn = (tokens: readonly Token[], skip: ReadonlySet<number>): NumberRange[] => {
  const found: NumberRange[] = []
  const used = new Set<number>(skip)
  for (let index = 0; index < tokens.length; index += 1) {
    if (used.has(index)) continue
    const range = between(tokens, index) ?? compared(tokens, index) ?? plain(tokens, index)
    if (!range || range.at.some((one) => used.has(one))) continue
    found.push(range)
    for (const one of range.at) used.add(one)
  }
  for (const [index, { text }] of tokens.entries()) {
    const limits = ageWords[text]
    if (limits && !used.has(index)) found.push({ ...limits, at: [index], unit: 'year', is_age: true })
  }
  return found
}
