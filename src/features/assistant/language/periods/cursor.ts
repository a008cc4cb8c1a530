import { addDays } from '#shared/zoned.ts'
import { isYear, unitAt, yearOf, type Days, type Unit } from './calendar.ts'
import type { Token } from './tokens.ts'

/** A question, cut up, with what decides how its times are meant. */
export interface Asked {
  tokens: readonly Token[]
  today: string
  /** It speaks of what is to come, so that 'in December' is the next one and 'within 90 days' are those that follow. */
  isAhead: boolean
  /** The first word that sets times against each other ('compare', 'difference'); after all words where there is none. */
  comparesFrom: number
  /** It wants a figure for each day, month or such. */
  isGrouped: boolean
  /** What was read at each place already. */
  seen: Map<number, readonly Span[]>
}

/** What has to stand beside words that could mean something else before they are taken for a time. */
export type Need = 'cue' | 'sure cue' | 'year'

/**
 * How it stands to another time of the question: the unit that is so many before it, the time so many units `long` that ends before it,
 * the `same` days so many units before, or what is as long as it.
 */
export type Before = { unit: Unit; count: number; as?: 'long' | 'same' } | 'span'

/** Words that mean some days, without a preposition. Indexes are of tokens; `next` is the one after. */
export interface Span extends Days {
  next: number
  unit: Unit | 'span'
  /** The very day, of '3 years ago'. */
  at?: string
  /** It was said without a year (week, month), and stands for the latest. */
  floats?: 'year' | 'month' | 'week'
  need?: Need
  label?: string
  before?: Before
  /** It is days only beside another time. */
  isRelative?: true
  /** Understood, but not as days that can be stated: nothing within is read. */
  isBlocked?: true
}
export type Rule = (asked: Asked, at: number) => Span | null

export const wordAt = ({ tokens }: Asked, at: number): string => (tokens[at]?.kind === 'word' ? tokens[at].text : '')
// Phrases are the program's own, and so few that all can be kept.
const phrases = new Map<string, readonly string[]>()
const wordsOf = (phrase: string) => {
  let words = phrases.get(phrase)
  if (!words) phrases.set(phrase, (words = phrase.split(' ')))
  return words
}
/** The index after the words, or -1 where other words stand. */
export const skip = (asked: Asked, at: number, phrase: string): number => {
  const first = wordAt(asked, at)
  if (first === '' || !phrase.startsWith(first)) return -1
  let next = at
  for (const word of wordsOf(phrase)) {
    if (wordAt(asked, next) !== word) return -1
    next += 1
  }
  return next
}
/** The index after the first of the phrases that stands there, or -1. */
export const skipAny = (asked: Asked, at: number, phrases: readonly string[]): number => {
  for (const phrase of phrases) {
    const next = skip(asked, at, phrase)
    if (next >= 0) return next
  }
  return -1
}
/** The index after an optional word. */
export const past = (asked: Asked, at: number, ...words: readonly string[]): number => (words.includes(wordAt(asked, at)) ? at + 1 : at)

/** True where the sentence ends or pauses. */
export const isPause = ({ tokens }: Asked, at: number): boolean => {
  const kind = tokens[at]?.kind
  return kind === undefined || kind === 'stop' || kind === 'comma'
}

/** A count: figures, a word, 'a couple of'. Null for none. */
export const countAt = (asked: Asked, at: number): { count: number; next: number } | null => {
  const couple = skipAny(asked, at, ['a couple of', 'couple of'])
  if (couple >= 0) return { count: 2, next: couple }
  const token = asked.tokens[at]
  if (!token?.number || (token.kind !== 'number' && token.kind !== 'word')) return null
  // 'twenty one' is one number; 'one hundred' and 'a hundred and five' are none that is read.
  const [before, after] = [asked.tokens[at - 1], asked.tokens[at + 1]]
  const ones = isTens(token) && after?.kind === 'word' && (after.number ?? 10) < 10 ? (after.number ?? 0) : 0
  const next = ones > 0 ? at + 2 : at + 1
  const isPart = (before && isTens(before)) || isLarge(asked, at - 1) || isLarge(asked, next)
  return isPart ? null : { count: token.number + ones, next }
}
const isTens = ({ kind, number = 0 }: Token) => kind === 'word' && number >= 20
const isLarge = (asked: Asked, at: number) => ['hundred', 'thousand'].includes(wordAt(asked, at))

const amounts = new Set(
  'mg ml kg g mcg iu l mmol units tablets capsules bottles boxes shillings shilling ksh kes usd ugx tzs bob dollars euros percent'.split(
    ' ',
  ),
)
/** A number that can be a year by what follows it. */
export const yearAt = (asked: Asked, at: number): number | null => {
  const token = asked.tokens[at]
  const isAmount = amounts.has(wordAt(asked, at + 1)) || asked.tokens[at + 1]?.unit !== undefined
  return token?.kind === 'number' && isYear(token.number!) && !isAmount ? token.number! : null
}

/** The longest of what the rules read; the first of equals. */
export const longest = (found: readonly (Span | null)[]): Span | null => {
  let best: Span | null = null
  for (const span of found) if (span && (!best || span.next > best.next)) best = span
  return best
}

/** The calendar unit that is so many after the one of today. */
export const unitSpan = ({ today }: Asked, unit: Unit, later: number, next: number): Span => ({ ...unitAt(unit, today, later), unit, next })

/**
 * Which year is meant where none is said: the latest in which it has begun or, of what is to come, the first in which it is not over.
 * `daysOf` is null in years without such a day.
 */
export const latestYear = ({ today, isAhead }: Asked, daysOf: (year: number) => Days | null): Days | null => {
  const year = yearOf(today)
  // Eight years always have a 29 February among them.
  for (let step = -1; step <= 8; step += 1) {
    const days = daysOf(isAhead ? year + step : year - step)
    if (days && (isAhead ? days.to >= today : days.from <= today)) return days
  }
  return null
}

export const dayAfter = (day: string): string => addDays(day, 1)
export const dayBefore = (day: string): string => addDays(day, -1)
