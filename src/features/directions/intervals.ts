import { dictionary } from '#shared/dictionary.ts'
import type { FrequencyCode } from './directions.ts'
import { dosesPerDay } from './frequencies.ts'
import { amountAt, type Amount } from './numbers.ts'
import { type Token } from './tokens.ts'
import { dayWords, hourWords, monthWords, phraseAt, weekWords } from './words.ts'

interface FrequencyFact {
  kind: 'freq'
  at: number
  next: number
  code: FrequencyCode
  min: FrequencyCode | null
  isCount?: boolean | undefined
}
interface Stop {
  kind: 'stop'
  at: number
  next: number
  why: string
}

export const frequencyNotRead = 'Unknown frequency.'

type Period = 'hour' | 'day' | 'week' | 'month'
const counted: Record<Period, Partial<Record<number, FrequencyCode>>> = {
  hour: { 1: 'Q1H' },
  day: { 1: 'OD', 2: 'BD', 3: 'TDS', 4: 'QDS', 5: '5X', 6: '6X', 8: '8X' },
  week: { 1: 'WKLY', 2: '2/WK', 3: '3/WK', 4: '4/WK', 5: '5/WK' },
  month: { 1: 'MONTHLY' },
}
const spaced: Record<Period, Partial<Record<number, FrequencyCode>>> = {
  hour: { 1: 'Q1H', 2: 'Q2H', 3: 'Q3H', 4: 'Q4H', 6: 'Q6H', 8: 'Q8H', 12: 'Q12H', 24: 'OD', 48: 'Q48H', 72: 'Q72H' },
  day: { 1: 'OD', 2: 'ALT', 3: 'Q72H', 7: 'WKLY', 14: '2WKLY' },
  week: { 1: 'WKLY', 2: '2WKLY' },
  month: { 1: 'MONTHLY' },
}
const periodOf = (text: string): Period | null =>
  hourWords.has(text)
    ? 'hour'
    : text.startsWith('night')
      ? null
      : dayWords.has(text)
        ? 'day'
        : weekWords.has(text)
          ? 'week'
          : monthWords.has(text)
            ? 'month'
            : null
const adverbs: Record<string, Period> = dictionary<Period>({ daily: 'day', weekly: 'week', monthly: 'month' })

/** "a day", "/day", "daily", "per 24 hours", "each week". */
export const periodAt = (tokens: readonly Token[], at: number): { period: Period; next: number } | null => {
  const text = (place: number) => tokens[place]?.text ?? ''
  const adverb = adverbs[text(at)]
  if (adverb) return { period: adverb, next: at + 1 }
  let from = at
  if (['in', 'within'].includes(text(from))) from += ['a', 'any', 'the', 'each'].includes(text(from + 1)) ? 2 : 1
  else if (['a', 'per', '/', 'every', 'each'].includes(text(from))) from += text(from + 1) === '/' ? 2 : 1
  else return null
  if (text(from) === '24') return { period: 'day', next: from + (hourWords.has(text(from + 1)) ? 2 : 1) }
  const period = periodOf(text(from))
  return period && { period, next: from + 1 }
}

const once = new Map([['once', 1], ['twice', 2], ['thrice', 3]]) // prettier-ignore

/** How many times: "3 times", "two 2 times", "2x", "once or twice". */
const timesAt = (tokens: readonly Token[], at: number): Amount | null => {
  const low = once.get(tokens[at]?.text ?? '')
  if (low !== undefined) {
    const high = ['or', 'to', '-'].includes(tokens[at + 1]?.text ?? '') ? once.get(tokens[at + 2]?.text ?? '') : undefined
    if (high !== undefined) return { low, high, next: at + 3 }
    const more = tokens[at + 1]?.text === 'or' || tokens[at + 1]?.text === 'to' ? amountAt(tokens, at + 2) : null
    if (more && more.high === null && ['times', 'x'].includes(tokens[more.next]?.text ?? ''))
      return { low, high: more.low, next: more.next + 1 }
    return { low, high: null, next: at + 1 }
  }
  const amount = amountAt(tokens, at)
  return amount && ['times', 'time', 'x'].includes(tokens[amount.next]?.text ?? '') ? { ...amount, next: amount.next + 1 } : null
}

const found = (
  at: number,
  next: number,
  table: Partial<Record<number, FrequencyCode>>,
  { low, high }: Amount,
  isCount: boolean,
): FrequencyFact | Stop => {
  const first = table[low]
  const second = high === null ? null : table[high]
  if (!first || second === undefined) return { kind: 'stop', at, next, why: frequencyNotRead }
  // more times is more often, more hours apart is rarer
  return { kind: 'freq', at, next, code: isCount && second ? second : first, min: isCount && second ? first : second, isCount }
}

const spacedAt = (tokens: readonly Token[], at: number): FrequencyFact | Stop | null => {
  const text = (place: number) => tokens[place]?.text ?? ''
  if (!['q', 'every', 'each'].includes(text(at))) return null
  const amount = amountAt(tokens, at + 1)
  const isHourly = amount !== null && text(at) === 'q' && ['hourly', 'hrly', 'hly'].includes(text(amount.next))
  const period = isHourly ? 'hour' : amount && periodOf(text(amount.next))
  if (!amount || !period) return null
  // "every 12 hours daily": on every day
  const daily = period === 'hour' && text(amount.next + 1) === 'daily' ? 1 : 0
  return found(at, amount.next + 1 + daily, spaced[period], amount, false)
}

const countedAt = (tokens: readonly Token[], at: number): FrequencyFact | Stop | null => {
  const text = (place: number) => tokens[place]?.text ?? ''
  const times = timesAt(tokens, at)
  if (times) {
    const period = periodAt(tokens, times.next)
    const isOnceEvery = once.has(text(at)) && text(times.next) === 'every'
    return period && !isOnceEvery ? found(at, period.next, counted[period.period], times, true) : null
  }
  const amount = amountAt(tokens, at)
  return amount && ['hourly', 'hrly', 'hly'].includes(text(amount.next)) ? found(at, amount.next + 1, spaced.hour, amount, false) : null
}

const anyAt = (tokens: readonly Token[], at: number): FrequencyFact | Stop | null => {
  const known = phraseAt(tokens, at)
  if (known?.meaning.kind === 'freq') return { kind: 'freq', at, next: at + known.length, code: known.meaning.code, min: null }
  return spacedAt(tokens, at) ?? countedAt(tokens, at)
}

/** A frequency that is counted, spaced or a range: "3 times a day", "every 4-6 hours", "q8h", "6 hourly", "qd - bid". */
export const frequencyAt = (tokens: readonly Token[], at: number): FrequencyFact | Stop | null => {
  const single = spacedAt(tokens, at) ?? countedAt(tokens, at)
  const first = single ?? anyAt(tokens, at)
  if (first?.kind !== 'freq' || first.min || !['-', 'to', 'or'].includes(tokens[first.next]?.text ?? '')) return single
  const second = anyAt(tokens, first.next + 1)
  if (second?.kind !== 'freq' || second.min) return single
  const [one, other] = [dosesPerDay(first.code) ?? 0, dosesPerDay(second.code) ?? 0]
  const isRange = one !== other && Math.max(one, other) <= 4 * Math.min(one, other)
  if (!isRange) return single
  const [code, min] = one > other ? [first.code, second.code] : [second.code, first.code]
  return { kind: 'freq', at, next: second.next, code, min, isCount: first.isCount && second.isCount }
}
