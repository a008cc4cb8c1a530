import type { FoodCode, FrequencyCode, RouteCode, UnitCode } from './directions.ts'
import { frequencyAt, periodAt } from './intervals.ts'
import { amountAt, isMinusAt, type Amount } from './numbers.ts'
import { type Token } from './tokens.ts'
import * as words from './words.ts'

export type Fact = { at: number; next: number } & (
  | {
      kind: 'dose'
      amount: number
      max: number | null
      unit: UnitCode | null
      strength: string | null
      isRepeated?: boolean
      isDecimal?: boolean
      isJoined?: boolean
    }
  | { kind: 'freq'; code: FrequencyCode; min: FrequencyCode | null; isCount?: boolean | undefined; isWeekday?: boolean }
  | { kind: 'days'; days: number }
  | { kind: 'route'; code: RouteCode }
  | { kind: 'food'; code: FoodCode; isMeal?: boolean }
  | { kind: 'max'; amount: number; unit: UnitCode | null }
  | { kind: 'stop'; why: string }
  | { kind: 'prn' | 'mdu' | 'once' | 'upto' | 'then' | 'end' | 'note' | 'instr' | 'perDay' | 'td' | 'text' }
)

export const numberNotRead = 'Unclear number.'
export const wordNotRead = 'A word may change the dose or the frequency.'

type Found = Fact | Fact[] | null
const stop = (at: number, next: number, why: string): Fact => ({ kind: 'stop', at, next, why })
const isIn = (set: Set<string>, token: Token | undefined) => token !== undefined && set.has(token.text)

/** "5/7", "2/52", "1/12", or a number and a word for days, weeks or months. */
const daysAt = (tokens: readonly Token[], at: number): { days: number; isRange: boolean; next: number } | null => {
  const written = /^(\d{1,2})\/(7|52|12)$/.exec(tokens[at]?.text ?? '')
  if (written) {
    const [, count = '', of = ''] = written
    const isUsual = Number(count) >= 1 && Number(count) <= { '7': 90, '52': 52, '12': 12 }[of]!
    if (isUsual) return { days: Number(count) * { '7': 1, '52': 7, '12': 30 }[of]!, isRange: false, next: at + 1 }
  }
  const amount = tokens[at]?.text === 'a' ? { low: 1, high: null, next: at + 1 } : amountAt(tokens, at)
  const of = amount && tokens[amount.next]
  if (!amount || !of) return null
  const size = isIn(words.dayWords, of) ? 1 : isIn(words.weekWords, of) ? 7 : isIn(words.monthWords, of) ? 30 : 0
  if (size === 0 || !Number.isInteger(amount.low) || amount.low < 1 || amount.low * size > 730) return null
  return { days: amount.low * size, isRange: amount.high !== null, next: amount.next + 1 }
}

const durationAt = (tokens: readonly Token[], at: number, before?: Fact, facts: readonly Fact[] = []): Found => {
  const text = (place: number) => tokens[place]?.text ?? ''
  let from = at
  const isStated = ['for', 'x', 'times', 'during'].includes(text(at))
  if (isStated) from += 1
  if (isStated && text(from) === 'up' && text(from + 1) === 'to') from += 2
  else if (isStated && ['the', 'only'].includes(text(from))) from += text(from + 1) === 'next' ? 2 : 1
  const found = daysAt(tokens, from)
  if (!found || (text(from) === 'a' && !isStated)) return null
  // "review in 5 days", "home leave 2/52"
  const isReason = before?.kind === 'text' && (tokens[before.at]?.text === 'for' || facts.some((one) => one.kind === 'prn'))
  const isElsewhere = words.leading.has(text(at - 1)) || ['after', 'within', 'until', 'till', 'before', 'by', 'and'].includes(text(at - 1))
  if (!isStated && (isElsewhere || (before?.kind === 'text' && !isReason))) return stop(at, found.next, wordNotRead)
  // "5 days a week", "for 7 days every month", "3 days before surgery"
  const after = text(found.next)
  const isOther = !['food', 'meal', 'freq'].includes(words.phraseAt(tokens, found.next)?.meaning.kind ?? '')
  if (isOther && ['a', 'per', '/', 'each', 'out', 'before', 'prior', 'after', 'on', 'off', 'apart'].includes(after))
    return stop(at, found.next + 1, wordNotRead)
  return found.isRange ? { kind: 'note', at, next: found.next } : { kind: 'days', at, next: found.next, days: found.days }
}

const maximumAt = (tokens: readonly Token[], at: number, isDaily: boolean, length: number): Found => {
  let from = at + length
  while (['=', ':', '-', 'is', 'of', '/', 'dose'].includes(tokens[from]?.text ?? '')) from += 1
  const course = daysAt(tokens, from)
  if (course && !/\//.test(tokens[from]?.text ?? '')) {
    const isAtATime = ['at', 'a', 'time'].every((word, index) => tokens[course.next + index]?.text === word)
    return { kind: 'note', at, next: course.next + (isAtATime ? 3 : 0) }
  }
  const written = /^(\d{1,3})\/24$/.exec(tokens[from]?.text ?? '')
  if (written)
    return { kind: 'max', at, next: from + (isIn(words.hourWords, tokens[from + 1]) ? 2 : 1), amount: Number(written[1]), unit: null }
  const amount = amountAt(tokens, from)
  if (!amount || amount.high !== null || !(amount.low > 0 && amount.low <= 10_000)) return stop(at, from, numberNotRead)
  const unit = words.units.get(tokens[amount.next]?.text ?? '') ?? null
  const end = amount.next + (unit ? 1 : 0)
  const period = periodAt(tokens, end)
  if (period ? period.period !== 'day' : !isDaily) return stop(at, end, 'Maximum without a time period.')
  return { kind: 'max', at, next: period?.next ?? end, amount: amount.low, unit }
}

const masses = new Set<UnitCode | undefined>(['mg', 'mcg', 'g', 'ml', 'unit', 'click'])

/** What stands beside a dose and says the same otherwise: "1 tablet 20 mg total", "3 ml = 150 mg". */
const strengthAt = (tokens: readonly Token[], at: number, unit: UnitCode): number => {
  const from = at + (tokens[at]?.text === '=' ? 1 : 0)
  const amount = amountAt(tokens, from)
  const other = amount && words.units.get(tokens[amount.next]?.text ?? '')
  if (!amount || !other || Number.isNaN(amount.low) || other === unit || !masses.has(other)) return at
  if (other === 'ml' && ['tablet', 'capsule', 'pill', 'patch', 'drop'].includes(unit)) return at
  return amount.next + (['total', 'dose'].includes(tokens[amount.next + 1]?.text ?? '') ? 2 : 1)
}

const isUsable = ({ low, high }: Amount) => low > 0 && (high ?? low) <= 10_000
const textOf = (tokens: readonly Token[], from: number, to: number) => tokens.slice(from, to).map((one) => one.text).join(' ') // prettier-ignore

const doseAt = (tokens: readonly Token[], at: number): Found => {
  const isUnitFirst = words.units.has(tokens[at]?.text ?? '') && tokens[at + 1]?.kind === 'number'
  const amount =
    amountAt(tokens, isUnitFirst ? at + 1 : at) ??
    (['a', 'an'].includes(tokens[at]?.text ?? '') ? { low: 1, high: null, next: at + 1 } : null)
  if (!amount) return null
  const isArticle = tokens[at]?.text === 'a' && amount.next === at + 1
  let unit = words.units.get(tokens[amount.next]?.text ?? '') ?? (isUnitFirst ? words.units.get(tokens[at]?.text ?? '') : undefined) ?? null
  if (isArticle && (!unit || unit === 'application')) return null
  const end = amount.next + (words.units.has(tokens[amount.next]?.text ?? '') ? 1 : 0)
  if (!isUsable(amount)) return stop(at, end, numberNotRead)
  const isRepeated = tokens[at - 1]?.text === 'swish'
  const isJoined = ['+', '&', 'and', 'plus'].includes(tokens[at - 1]?.text ?? '')
  const isDecimal = tokens.slice(at, end).some(({ text }) => /^\d*\.\d+$/.test(text))
  const dose = { kind: 'dose' as const, isRepeated, isJoined, isDecimal, at, amount: amount.low, max: amount.high, unit }
  if (unit) {
    const next = strengthAt(tokens, end, unit)
    return { ...dose, next, strength: next > end ? textOf(tokens, end, next) : null }
  }
  // "one 150 mg tab"
  const strength = amountAt(tokens, end)
  unit = strength ? (words.units.get(tokens[strength.next + 1]?.text ?? '') ?? null) : null
  if (strength && unit && masses.has(words.units.get(tokens[strength.next]?.text ?? '')) && isUsable(strength))
    return { ...dose, unit, next: strength.next + 2, strength: textOf(tokens, end, strength.next + 1) }
  const isInto = ['in', 'into'].includes(tokens[end]?.text ?? '')
  const after =
    words.phraseAt(tokens, isInto ? end + (tokens[end + 1]?.text === 'the' ? 2 : 1) : end)?.meaning ?? words.phraseAt(tokens, end)?.meaning
  const isFollowed = after
    ? (isInto ? ['route', 'freq'] : ['freq', 'route', 'prn', 'mdu', 'meal', 'once', 'td']).includes(after.kind) &&
      !/^(weekly|monthly|hourly)$/.test(tokens[end]?.text ?? '')
    : frequencyAt(tokens, end) !== null || onAt(tokens, end)
  return isFollowed ? { ...dose, next: end, strength: null } : stop(at, end, numberNotRead)
}

/** "on" is a word; it means at night only right after a dose and before the end or the days. */
const onAt = (tokens: readonly Token[], at: number) =>
  tokens[at]?.text === 'on' && (at + 1 >= tokens.length || tokens[at + 1]?.text === 'prn' || !Array.isArray(durationAt(tokens, at + 1)) && durationAt(tokens, at + 1) !== null) // prettier-ignore

/** "30-60 minutes before food", "1 hour before bed". */
const hourBeforeAt = (tokens: readonly Token[], at: number): Found => {
  const amount = amountAt(tokens, tokens[at]?.text === '-' ? at + 1 : at)
  if (!amount || Number.isNaN(amount.low)) return null
  const of = tokens[amount.next]
  if (!isIn(words.minuteWords, of) && !isIn(words.hourWords, of)) return null
  const from = amount.next + 1
  if (['before', 'after'].includes(tokens[from]?.text ?? '') && tokens[from + 1]?.text === 'exercise')
    return { kind: 'note', at, next: from + 2 }
  const found = words.phraseAt(tokens, from)
  if (!found || !/^(before|after)$/.test(tokens[from]?.text ?? '')) return null
  const next = from + found.length
  const { meaning } = found
  const note: Fact = { kind: 'note', at, next }
  if (meaning.kind === 'food') return [note, { kind: 'food', at, next, code: meaning.code }]
  if (meaning.kind === 'freq') return [note, { kind: 'freq', at, next, code: meaning.code, min: null }]
  return null
}

/** "every monday", "on monday, wednesday and friday"; one day without "every" may be one date. */
const weekdaysAt = (tokens: readonly Token[], at: number, before: Fact | undefined): Found => {
  const seen = new Set<string>()
  const isEvery = ['every', 'each'].includes(tokens[at]?.text ?? '')
  let next = at + (isEvery || tokens[at]?.text === 'on' ? 1 : 0)
  let isPlural = false
  for (let place = next; place < tokens.length; place += 1) {
    const text = tokens[place]?.text ?? ''
    const day = words.weekdays.get(text)
    if (day !== undefined) {
      isPlural ||= text === `${day}s`
      seen.add(day)
      next = place + 1
    } else if (!['and', '&', '/'].includes(text)) break
  }
  if (seen.size === 0) return null
  const code = (['WKLY', '2/WK', '3/WK', '4/WK', '5/WK'] as const)[seen.size - 1]
  const isOneDate = seen.size === 1 && !isEvery && !isPlural && !(before?.kind === 'freq' && before.code === 'WKLY')
  const isSpan = ['-', 'to', 'through', 'thru', 'until', 'till'].includes(tokens[next]?.text ?? '')
  if (!code || isOneDate || isSpan) return stop(at, next, wordNotRead)
  return [{ kind: 'note', at, next }, { kind: 'freq', at, next, code, min: null, isWeekday: true }] // prettier-ignore
}

/** Messages with numbers that say nothing of the dose; # is a number, * any word. */
const messages = ['# rf #', 'must last # days', 'replaces her # mg dose', 'replaces his # mg dose', 'replaces the # mg dose', 'ok to fill * # #', 'starting # days before surgery', 'starting # days prior to surgery', 'for # seconds'].map((one) => one.split(' ')) // prettier-ignore
const messageAt = (tokens: readonly Token[], at: number): Found => {
  for (const message of messages) {
    const isIt = message.every((word, index) => {
      const token = tokens[at + index]
      return word === '#'
        ? token?.kind === 'number' || words.numberWords.has(token?.text ?? '')
        : word === '*'
          ? token?.kind === 'word'
          : token?.text === word
    })
    if (isIt) return { kind: 'note', at, next: at + message.length }
  }
  return null
}

const phraseFact = (tokens: readonly Token[], at: number): Found => {
  const found = words.phraseAt(tokens, at)
  if (!found) return null
  const next = at + found.length
  const { meaning } = found
  if (meaning.kind === 'max') return maximumAt(tokens, at, meaning.isDaily, found.length)
  if (meaning.kind === 'route') {
    const route: Fact = { ...meaning, at, next }
    return meaning.isNoted ? [route, { kind: 'note', at, next }] : route
  }
  if (meaning.kind === 'freq') return { ...meaning, at, next, min: null }
  if (meaning.kind === 'meal') return [{ kind: 'freq', at, next, code: meaning.time, min: null }, { kind: 'food', at, next, code: meaning.code, isMeal: true }] // prettier-ignore
  if (meaning.kind === 'food') return { ...meaning, at, next }
  return meaning.kind === 'skip' ? [] : { kind: meaning.kind, at, next }
}

/** Words that name an illness as well as a way: "for ear pain", "prn oral thrush". */
const inReason = (tokens: readonly Token[], at: number, before: Fact | undefined) => {
  const found = words.phraseAt(tokens, at)?.meaning.kind
  if (found !== 'route' && found !== 'freq') return false
  if (tokens[at - 1]?.text === 'for') return true
  return found === 'route' && /^(ear|ears|eye|eyes|nose|nasal|oral|left|right|both)$/.test(tokens[at]?.text ?? '') && (before?.kind === 'text' || (before?.kind === 'prn' && tokens[at]?.text !== 'oral')) // prettier-ignore
}

/** "1-0-1", "10 - 0 - 8 units": in the morning, at midday and at night; one without a nought only where all are alike. */
const scheduleAt = (tokens: readonly Token[], at: number): Found => {
  const parts = [0, 2, 4].map((offset) => tokens[at + offset])
  const signs = [1, 3].map((offset) => tokens[at + offset]?.text)
  if (tokens[at - 1]?.text === '-' || tokens[at + 5]?.text === '-' || signs.some((one) => one !== '-')) return null
  if (parts.some((one) => one?.kind !== 'number' || !(one.value <= 100))) return null
  const amounts = parts.map((one) => one?.value ?? 0)
  const unit = words.units.get(tokens[at + 5]?.text ?? '') ?? null
  const isUsual = amounts.includes(0) || amounts.every((one) => one === amounts[0])
  const isSmall = unit !== null || amounts.every((one) => one <= 4)
  if (!isUsual || !isSmall || amounts.every((one) => one === 0)) return null
  const next = at + (unit ? 6 : 5)
  return (['OM', 'NOON', 'ON'] as const).flatMap((code, index): Fact[] => {
    const amount = amounts[index] ?? 0
    if (amount === 0) return []
    return [
      { kind: 'dose', at, next, amount, max: null, unit, strength: null },
      { kind: 'freq', at, next, code, min: null },
    ]
  })
}

/** "or", "and", "on" where passing over them would change what is said. */
const joinAt = (tokens: readonly Token[], at: number, before: Fact | undefined): Fact | null => {
  const text = tokens[at]?.text ?? ''
  const isNext = (kind: string) => words.phraseAt(tokens, at + 1)?.meaning.kind === kind
  const isAfter = before?.next === at && ['dose', 'freq', 'days', 'max', 'food', 'route'].includes(before.kind)
  // "by mouth or under the tongue", "with or before food"
  const isChoice = text === 'or' && (isAfter || isNext('food') || isNext('freq'))
  // "2 puffs bd and prn" is both, not "bd when needed"
  const isBoth = ['and', '&', '+', 'plus', '/'].includes(text) && isNext('prn') && before?.kind === 'freq' && before.next === at
  // "om/on", "om & on", "om on": at night
  const isNight =
    text === 'on' && before?.kind === 'freq' && (at + 1 >= tokens.length || ['/', '&', '+', 'and'].includes(tokens[at - 1]?.text ?? ''))
  return isChoice || isBoth || isNight ? stop(at, at + 1, wordNotRead) : null
}

/** Everything that a text says, in its order; what is not understood is of kind text, or stop where passing over it would be a guess. */
export const factsOf = (tokens: readonly Token[]): Fact[] => {
  const facts: Fact[] = []
  let isMessage = false
  for (let at = 0; at < tokens.length;) {
    const before = facts.at(-1)
    const text = tokens[at]?.text ?? ''
    const found: Found = inReason(tokens, at, before) ? null
      : messageAt(tokens, at) ?? scheduleAt(tokens, at) ?? weekdaysAt(tokens, at, before) ?? frequencyAt(tokens, at) ?? durationAt(tokens, at, before, facts) ?? hourBeforeAt(tokens, at) ??
        phraseFact(tokens, at) ?? (isMinusAt(tokens, at) ? stop(at, at + 1, numberNotRead) : doseAt(tokens, at)) ?? (before?.kind === 'dose' && before.next === at && onAt(tokens, at) ? { kind: 'freq', at, next: at + 1, code: 'ON', min: null } : null) // prettier-ignore
    if (found) {
      const several = Array.isArray(found) ? found : [found]
      facts.push(...several)
      at = Array.isArray(found) ? (several[0]?.next ?? at + (words.phraseAt(tokens, at)?.length ?? 1)) : found.next
      continue
    }
    const join = joinAt(tokens, at, before)
    if (tokens[at]?.kind === 'number') facts.push(stop(at, at + 1, numberNotRead))
    else if (join) facts.push(join)
    else if (/^\p{L}$/u.test(text) && !words.neutral.has(text) && before?.kind !== 'text') facts.push(stop(at, at + 1, wordNotRead))
    else if (words.stops.has(text) && !(isMessage && /^(if|when|not)$/.test(text))) facts.push(stop(at, at + 1, wordNotRead))
    else if (!words.neutral.has(text) && text !== '/') {
      isMessage ||= /^(inform|notify|call)$/.test(text)
      const last = facts.at(-1)
      const isRun = last?.kind === 'text' && tokens.slice(last.next, at).every((one) => words.neutral.has(one.text) || one.text === 'or')
      if (isRun) last.next = at + 1
      else {
        let from = at
        while (from > (last?.next ?? 0) && words.leading.has(tokens[from - 1]?.text ?? '')) from -= 1
        facts.push({ kind: 'text', at: from, next: at + 1 })
      }
    }
    at += 1
  }
  return facts
}
