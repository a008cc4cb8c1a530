import { addDays } from '#shared/zoned.ts'
import { addMonths, dayOn, monthOf, unitAt, yearOf, type Days, type Unit } from './calendar.ts'
import { countAt, longest, past, skipAny, unitSpan, wordAt, yearAt, type Asked, type Need, type Rule, type Span } from './cursor.ts'
import { dateNumberAt, dateRules, floated, yearPart } from './dates.ts'
import { relativeRules } from './relative.ts'
import { ordinalCalled } from './words.ts'

/** What the words around a time vouch for. */
export type Cues = readonly Need[]
export const allCues: Cues = ['cue', 'sure cue', 'year']

/** 'the month': the present one, where 'of' or 'the end of' leads to it. */
export const thisUnit: Rule = (asked, at) => {
  const unit = asked.tokens[at]?.unit
  return unit && !unit.isMany && unit.times === 1 && wordAt(asked, at - 1) === 'the' ? unitSpan(asked, unit.unit, 0, at + 1) : null
}

const within = (outer: Days, inner: Days): Days | null => (inner.from >= outer.from && inner.to <= outer.to ? inner : null)
const block = (unit: Unit, count: number, whole: Days, isLast: boolean): Days | null => {
  if (unit === 'day' || unit === 'week') {
    const length = count * (unit === 'week' ? 7 : 1)
    return isLast ? { from: addDays(whole.to, 1 - length), to: whole.to } : { from: whole.from, to: addDays(whole.from, length - 1) }
  }
  if (count > 1200) return null
  const months = count * { month: 1, quarter: 3, year: 12 }[unit]
  if (isLast) return { from: unitAt('month', whole.to, 1 - months).from, to: whole.to }
  return { from: whole.from, to: unitAt('month', whole.from, months - 1).to }
}
/** The nth day, week of seven days, month or quarter of the whole, or the last. */
const nthBlock = (unit: Unit, nth: number, whole: Days): Days | null => {
  if (nth < 0) return block(unit, 1, whole, true)
  if (unit === 'day' || unit === 'week') {
    const length = unit === 'week' ? 7 : 1
    const from = addDays(whole.from, (nth - 1) * length)
    const to = addDays(from, length - 1)
    return { from, to: to > whole.to && from <= whole.to ? whole.to : to }
  }
  return unitAt(unit, addMonths(whole.from, (nth - 1) * { month: 1, quarter: 3, year: 12 }[unit]))
}
const half = (nth: number, whole: Span): Days | null => {
  if (whole.unit === 'month') {
    const middle = addDays(whole.from, 14)
    return nth === 1 ? { from: whole.from, to: middle } : { from: addDays(middle, 1), to: whole.to }
  }
  if (whole.unit !== 'year') return null
  return nth === 1 ? { from: whole.from, to: addDays(addMonths(whole.from, 6), -1) } : { from: addMonths(whole.from, 6), to: whole.to }
}

/** 'first week of october', 'last 10 days of the year', 'second half of 2026'. */
const partOf: Rule = (asked, at) => {
  const token = asked.tokens[at]
  const isLast = token?.text === 'last'
  const nth = isLast ? -1 : token?.kind === 'ordinal' ? token.number! : ordinalCalled(wordAt(asked, at))
  if (!nth) return null
  const many = countAt(asked, at + 1)
  const unitIndex = many?.next ?? at + 1
  const unit = asked.tokens[unitIndex]?.unit
  const isHalf = wordAt(asked, unitIndex) === 'half'
  const of = wordAt(asked, unitIndex + 1)
  if ((!unit && !isHalf) || (of !== 'of' && of !== 'in') || (many && nth > 1)) return null
  const whole = simple(asked, unitIndex + 2, [thisUnit])
  if (!whole || whole.isBlocked || whole.before) return null
  const part = isHalf
    ? half(isLast ? 2 : nth, whole)
    : many
      ? block(unit!.unit, many.count * unit!.times, whole, isLast)
      : nthBlock(unit!.unit, nth, whole)
  const days = part && within(whole, part)
  return days ? { ...days, unit: many || isHalf || unit!.times > 1 ? 'span' : unit!.unit, next: whole.next } : { ...whole, isBlocked: true }
}

/** 'first monday of october', 'last sunday of last month'. */
const weekdayOf: Rule = (asked, at) => {
  const token = asked.tokens[at]
  const nth = token?.text === 'last' ? -1 : token?.kind === 'ordinal' ? token.number! : ordinalCalled(wordAt(asked, at))
  const weekday = asked.tokens[at + 1]?.weekday
  if (!nth || !weekday || !['of', 'in'].includes(wordAt(asked, at + 2))) return null
  const whole = simple(asked, at + 3, [thisUnit])
  if (!whole || whole.isBlocked || whole.before || whole.unit === 'day') return null
  // The first is the one of the seven days that begin the whole, the last of those that end it.
  const monday = unitAt('week', nth < 0 ? addDays(whole.to, 1 - weekday.number) : addDays(whole.from, 7 - weekday.number)).from
  const day = addDays(monday, weekday.number - 1 + (nth < 0 ? 0 : 7 * (nth - 1)))
  const isWithin = day >= whole.from && day <= whole.to
  return isWithin ? { from: day, to: day, unit: 'day', next: whole.next } : { ...whole, isBlocked: true }
}

/** 'week of 5 october', from its Monday. */
const weekOf: Rule = (asked, at) => {
  const next = skipAny(asked, at, ['week of', 'week beginning', 'week starting', 'week commencing'])
  const day = next < 0 ? null : simple(asked, next)
  return day && { ...day, ...(day.unit === 'day' ? unitAt('week', day.from) : { isBlocked: true }), unit: 'week' }
}

const readAll = (asked: Asked, at: number, rules: readonly Rule[]): readonly Span[] => rules.flatMap((rule) => rule(asked, at) ?? [])
const simpleRules = [...dateRules, ...relativeRules]
/** Every reading without a part of something else. Each place is read once, which keeps the whole in proportion to the text. */
const simpleAt = (asked: Asked, at: number): readonly Span[] => {
  let spans = asked.seen.get(at)
  if (!spans) asked.seen.set(at, (spans = readAll(asked, at, simpleRules)))
  return spans
}
const wholeRules = [partOf, weekdayOf, weekOf]
const vouched = (spans: readonly Span[], cues: Cues) =>
  spans.length === 0 ? null : longest(spans.filter(({ need }) => !need || cues.includes(need)))
const simple = (asked: Asked, at: number, more: readonly Rule[] = []): Span | null => {
  const start = past(asked, at, 'the')
  return vouched([...simpleAt(asked, start), ...readAll(asked, start, more)], allCues)
}

/** The longest reading at a place, an article before it included; null where its words need more than stands around them. */
export const primary = (asked: Asked, at: number, cues: Cues, more: readonly Rule[] = []): Span | null => {
  const start = past(asked, at, 'the')
  const spans = simpleAt(asked, start)
  const others = readAll(asked, start, more.length > 0 ? [...wholeRules, ...more] : wholeRules)
  return vouched(others.length > 0 ? [...spans, ...others] : spans, cues)
}

const joints = ['to', 'up to', 'until', 'till', 'through', 'thru', 'up until']
const jointAt = (asked: Asked, at: number, isBetween: boolean): number => {
  if (asked.tokens[at]?.kind === 'dash') return at + 1
  return skipAny(asked, at, isBetween ? ['and', ...joints] : joints)
}
const edge = (asked: Asked, at: number, edges: readonly string[]): number => {
  const the = past(asked, at, 'the')
  const next = skipAny(asked, the, edges)
  return next < 0 ? at : next
}
const openings = ['start of', 'beginning of']
const endings = ['end of']

/** 'now' and 'date' end a stretch of time today. */
const now: Rule = (asked, at) => (['now', 'date'].includes(wordAt(asked, at)) ? unitSpan(asked, 'day', 0, at + 1) : null)

const isNumber = (asked: Asked, at: number) => ['number', 'ordinal'].includes(asked.tokens[at]?.kind ?? '')
/** '1 to 5 may', 'the 1st and the 5th of may 2025': the first is a day of the month of the second. */
const numbersThenMonth = (asked: Asked, at: number, isBetween: boolean): Span | null => {
  const start = past(asked, at, 'the')
  const date = dateNumberAt(asked, start)
  if (date === null) return null
  const joint = jointAt(asked, start + 1, isBetween)
  if (joint < 0 || !isNumber(asked, past(asked, joint, 'the'))) return null
  const end = primary(asked, joint, allCues)
  if (!end || end.unit !== 'day') return null
  const from = dayOn(yearOf(end.from), monthOf(end.from), date)
  return from && !end.isBlocked && from <= end.to ? { ...end, from, unit: 'span' } : { ...end, isBlocked: true }
}
/** 'may 1 to 5', 'may 1-5, 2025'. */
const monthThenNumbers = (asked: Asked, first: Span, joint: number): Span | null => {
  const start = past(asked, joint, 'the')
  const date = dateNumberAt(asked, start)
  if (date === null || first.unit !== 'day' || asked.tokens[start + 1]?.unit || asked.tokens[start + 1]?.month) return null
  const stated = first.floats ? yearPart(asked, start + 1) : null
  const next = stated?.next ?? start + 1
  const year = stated?.year ?? yearOf(first.from)
  const from = dayOn(year, monthOf(first.from), Number(first.from.slice(8)))
  const to = dayOn(year, monthOf(first.from), date)
  return from && to && from <= to ? { from, to, unit: 'span', next } : { ...first, next, isBlocked: true }
}

const firstFrom = (from: string, span: Span): Span => {
  let moved = span
  for (let step = -3; step <= 3; step += 1) {
    moved = floated(span, step)
    if (moved.from >= from) break
  }
  return moved
}
const lastUntil = (to: string, span: Span): Span => {
  let moved = span
  for (let step = 0; step >= -200 && moved.from > to; step -= 1) moved = floated(span, step)
  return moved
}
/** Of what was said without a year, the stretch that has begun last; one that would end in another year than the present ended before. */
const fitted = (asked: Asked, first: Span, last: Span): readonly [Span, Span] => {
  if (first.floats && !last.floats) {
    const near = first.floats === 'year' ? floated(first, yearOf(last.to) - yearOf(first.from)) : first
    return [lastUntil(last.to, near), last]
  }
  if (!last.floats) return [first, last]
  const end = firstFrom(first.from, last)
  const isTooLate = first.floats === 'year' && last.floats === 'year' && !asked.isAhead && yearOf(end.to) > yearOf(asked.today)
  return isTooLate ? [floated(first, -1), floated(end, -1)] : [first, end]
}

/** 'may to july', 'between 1 and 5 may', '2024-2025', 'june until now'. `at` is after the preposition. */
export const rangeAt = (asked: Asked, at: number, isBetween: boolean, cues: Cues): Span | null => {
  const numbers = numbersThenMonth(asked, at, isBetween)
  if (numbers) return numbers
  const opened = edge(asked, at, openings)
  const first = primary(
    asked,
    opened,
    cues.includes('year') || isYearPair(asked, at, isBetween) ? allCues : [...cues, 'cue'],
    opened > at ? [thisUnit] : [],
  )
  if (!first || first.isBlocked || first.before) return null
  const joint = jointAt(asked, first.next, isBetween)
  if (joint < 0) return null
  const numbered = monthThenNumbers(asked, first, joint)
  if (numbered) return numbered
  const ended = edge(asked, joint, endings)
  const last = primary(asked, ended, allCues, ended > joint ? [thisUnit, now] : [now])
  if (!last || last.before) return null
  if (last.isBlocked) return last
  const [start, end] = fitted(asked, first, last)
  const [from, to] = [start.at ?? start.from, end.at ?? end.to]
  return from <= to ? { from, to, unit: 'span', next: last.next } : null
}
/** Two years are years where nothing but them is said: '2024-2025' at the end. */
const isYearPair = (asked: Asked, at: number, isBetween: boolean) => {
  const joint = yearAt(asked, at) ? jointAt(asked, at + 1, isBetween) : -1
  return joint > 0 && yearAt(asked, joint) !== null && asked.tokens[at + 1]?.kind === 'dash' && asked.tokens.length === joint + 1
}
