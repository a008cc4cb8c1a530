import { addDays, weekdayOf } from '#shared/zoned.ts'
import { dayOn, monthOf, monthsFrom, moved, unitAt, yearOf } from './calendar.ts'
import { countAt, isPause, latestYear, past, wordAt, yearAt, type Asked, type Need, type Rule, type Span } from './cursor.ts'
import { ordinalCalled, turns, type Named } from './words.ts'

const numbered = new Set(
  'patient ward room bed number no top bottom first last age aged ages grade stage type level invoice receipt sample order claim batch'.split(
    ' ',
  ),
)
const comparatives = new Set(['more', 'less', 'fewer', 'greater', 'least', 'most', 'higher', 'lower', 'older', 'younger'])

/** A number that can be the day of a month by what stands before it. */
export const dateNumberAt = (asked: Asked, at: number): number | null => {
  const token = asked.tokens[at]
  if ((token?.kind !== 'number' && token?.kind !== 'ordinal') || token.text.length > 4) return null
  const number = token.number!
  const before = wordAt(asked, at - 1)
  if (number < 1 || number > 31 || numbered.has(before)) return null
  return (before === 'than' || before === 'least' || before === 'most') && comparatives.has(wordAt(asked, at - (before === 'than' ? 2 : 1)))
    ? null
    : number
}

/** A year after a month: '2025', ', 2025', 'of last year', 'from this year'. */
export const yearPart = (asked: Asked, at: number): { year: number; next: number } | null => {
  const start = asked.tokens[at]?.kind === 'comma' ? at + 1 : past(asked, at, 'of', 'in', 'from')
  const year = yearAt(asked, start)
  if (year) return { year, next: start + 1 }
  const turned = past(asked, start, 'the')
  const turn = turns.get(wordAt(asked, turned))
  return turn !== undefined && wordAt(asked, turned + 1) === 'year' ? { year: yearOf(asked.today) + turn, next: turned + 2 } : null
}

const needOf = (named: Named): Need | undefined => ({ yes: undefined, weak: 'cue' as const, misspelt: 'sure cue' as const })[named.sure]
const needing = (span: Span, need: Need | undefined): Span => (need ? { ...span, need } : span)

const dayIn = (asked: Asked, month: number, date: number, at: number): Span => {
  const stated = yearPart(asked, at)
  const next = stated?.next ?? at
  const only = (year: number) => {
    const day = dayOn(year, month, date)
    return day ? { from: day, to: day } : null
  }
  const days = stated ? only(stated.year) : latestYear(asked, only)
  // There is no 31 June; 'june' alone would be other days than were asked for.
  if (!days) return { from: asked.today, to: asked.today, unit: 'day', next, isBlocked: true }
  return { ...days, unit: 'day', next, ...(!stated && { floats: 'year' as const }) }
}

/** '12 june', '12th of june 2025', 'first of may', 'june 12', '3/4'. */
const dayAndMonth: Rule = (asked, at) => {
  const token = asked.tokens[at]
  if (token?.kind === 'day of month') return { ...dayIn(asked, token.month!.number, token.number!, at + 1), need: 'sure cue' }
  if (token?.month) {
    const start = past(asked, at + 1, 'the')
    const date = dateNumberAt(asked, start)
    return date === null ? null : dayIn(asked, token.month.number, date, start + 1)
  }
  const named = token?.kind === 'word' && wordAt(asked, at + 1) === 'of' ? ordinalCalled(token.text) : undefined
  const date = named ?? dateNumberAt(asked, at)
  if (date === null) return null
  const month = past(asked, at + 1, 'of')
  const found = asked.tokens[month]?.month
  return found ? dayIn(asked, found.number, date, month + 1) : null
}

/** '5th of last month', '21st of the month', 'the 5th' alone. */
const dayOfMonth: Rule = (asked, at) => {
  const token = asked.tokens[at]
  if (token?.kind !== 'ordinal') return null
  const of = wordAt(asked, at + 1) === 'of' ? at + 2 : -1
  const turned = past(asked, of, 'the')
  const turn = of < 0 ? undefined : turns.get(wordAt(asked, turned))
  const month = turn === undefined ? turned : turned + 1
  const isStated = of >= 0 && (turn !== undefined || turned > of) && wordAt(asked, month) === 'month'
  if (!isStated && (!isPause(asked, at + 1) || wordAt(asked, at - 1) !== 'the')) return null
  const dayOf = (later: number) => {
    const { from } = unitAt('month', asked.today, later)
    return dayOn(yearOf(from), monthOf(from), token.number!)
  }
  const day = isStated ? dayOf(turn ?? 0) : [0, -1, -2].map(dayOf).find((day) => day && day <= asked.today)
  if (!day) return { from: asked.today, to: asked.today, unit: 'day', next: isStated ? month + 1 : at + 1, isBlocked: true }
  return { from: day, to: day, unit: 'day', next: isStated ? month + 1 : at + 1, ...(!isStated && { floats: 'month', need: 'sure cue' }) }
}

const turnedMonth = ({ today, ...asked }: Asked, month: number, turn: -1 | 0 | 1) => {
  const year = yearOf(today)
  if (turn === 0) return monthsFrom(year, month)
  if (turn === 1) return monthsFrom(monthOf(today) < month ? year : year + 1, month)
  return month === monthOf(today)
    ? monthsFrom(year - 1, month)
    : latestYear({ ...asked, today, isAhead: false }, (year) => monthsFrom(year, month))
}

/** 'june', 'june 2025', 'november of this year', 'last june', 'month of june', '11/this year'. */
const month: Rule = (asked, at) => {
  const start = wordAt(asked, at) === 'month' && wordAt(asked, at + 1) === 'of' ? at + 2 : at
  const turn = turns.get(wordAt(asked, start))
  const token = asked.tokens[turn === undefined ? start : start + 1]
  if (!token?.month || token.kind === 'day of month') return null
  const number = token.month.number
  const next = turn === undefined ? start + 1 : start + 2
  const stated = turn === undefined ? yearPart(asked, next) : null
  if (stated) return { ...monthsFrom(stated.year, number), unit: 'month', next: stated.next }
  if (token.kind === 'month of') return null
  const days = turn === undefined ? latestYear(asked, (year) => monthsFrom(year, number)) : turnedMonth(asked, number, turn)
  if (!days) return null
  const need = turn !== undefined || start > at ? undefined : needOf(token.month)
  return needing({ ...days, unit: 'month', next, ...(turn === undefined && { floats: 'year' }) }, need)
}

/** '2026-06-12', '12/06/2026', '06/2026'. A date with a time of the day is a moment, which days cannot state. */
const written: Rule = ({ tokens, today }, at) => {
  const days = tokens[at]?.days
  if (!days) return null
  const isMoment = /^\d{1,2}:\d/.test(tokens[at + 1]?.text ?? '')
  return { ...days, next: at + 1, ...(isMoment && { from: today, to: today, isBlocked: true }) }
}

const year: Rule = (asked, at) => {
  const start = past(asked, past(asked, at, 'calendar'), 'year')
  const number = yearAt(asked, start)
  if (!number) return null
  const span: Span = { ...monthsFrom(number, 1, 12), unit: 'year', next: start + 1 }
  if (['financial', 'fiscal'].includes(wordAt(asked, at - 1))) return { ...span, isBlocked: true }
  return needing(span, start > at ? undefined : 'year')
}

const weekdayIn = (asked: Asked, number: number, turn: -1 | 0 | 1 | undefined): string => {
  const { today, isAhead } = asked
  const away = number - weekdayOf(today)
  if (turn === 0) return addDays(today, away)
  if (turn === 1) return addDays(today, away > 0 ? away : away + 7)
  if (turn === -1) return addDays(today, away < 0 ? away : away - 7)
  if (isAhead) return addDays(today, away >= 0 ? away : away + 7)
  return addDays(today, away <= 0 ? away : away - 7)
}

/** 'monday', 'last monday', 'tuesday of last week', 'monday 16 november'. */
const weekday: Rule = (asked, at) => {
  const turn = turns.get(wordAt(asked, at))
  const start = turn === undefined ? at : at + 1
  const token = asked.tokens[start]
  const named = token?.weekday
  if (!named) return null
  const after = start + 1
  const turned = past(asked, after, 'of', 'in')
  const week = turns.get(wordAt(asked, past(asked, turned, 'the')))
  if (week !== undefined && wordAt(asked, past(asked, turned, 'the') + 1) === 'week') {
    const day = addDays(unitAt('week', asked.today, week).from, named.number - 1)
    return { from: day, to: day, unit: 'day', next: past(asked, turned, 'the') + 2 }
  }
  const dateStart = past(asked, asked.tokens[after]?.kind === 'comma' ? after + 1 : after, 'the')
  const date = dayAndMonth(asked, dateStart) ?? written(asked, dateStart)
  if (date && date.unit === 'day' && !date.need) {
    // Without a year, it is the one in which the date falls on that day.
    const days = [0, ...(date.floats === 'year' ? [1, -1] : [])].map((years) => moved(date, 'year', years))
    const fits = days.find(({ from }) => weekdayOf(from) === named.number)
    return fits ? { ...date, ...fits, floats: undefined } : { ...date, isBlocked: true }
  }
  const day = weekdayIn(asked, named.number, turn)
  const need = turn !== undefined || named.sure === 'yes' ? undefined : 'sure cue'
  return needing({ from: day, to: day, unit: 'day', next: after, ...(turn === undefined && { floats: 'week' }) }, need)
}

const quarterOf = (year: number, number: number) => monthsFrom(year, number * 3 - 2, 3)
/** 'q3', 'q3 2026', '2026 q3', 'first quarter of last year', 'quarter 3', 'h1 2026', 'first half 2026'. */
const partOfYear: Rule = (asked, at) => {
  const token = asked.tokens[at]
  const led = yearAt(asked, at)
  if (led && asked.tokens[at + 1]?.kind === 'quarter')
    return { ...quarterOf(led, asked.tokens[at + 1]!.number!), unit: 'quarter', next: at + 2 }
  const half = token?.text === 'h1' ? 1 : token?.text === 'h2' ? 2 : null
  const nth = token?.kind === 'ordinal' ? token.number! : (ordinalCalled(wordAt(asked, at)) ?? null)
  if (half || (nth && nth <= 2 && wordAt(asked, at + 1) === 'half')) {
    const stated = yearPart(asked, half ? at + 1 : at + 2)
    return stated && { ...monthsFrom(stated.year, (half ?? nth!) * 6 - 5, 6), unit: 'span', next: stated.next }
  }
  const isBefore = wordAt(asked, at) === 'quarter'
  const number =
    token?.kind === 'quarter' ? token.number! : isBefore ? countAt(asked, at + 1)?.count : wordAt(asked, at + 1) === 'quarter' ? nth : null
  if (!number || number > 4) return null
  const end = token?.kind === 'quarter' ? at + 1 : at + 2
  if (token?.kind === 'quarter' && ['hours', 'hour', 'hourly'].includes(wordAt(asked, end))) return null
  const stated = yearPart(asked, end)
  if (stated) return { ...quarterOf(stated.year, number), unit: 'quarter', next: stated.next }
  const days = latestYear(asked, (year) => quarterOf(year, number))
  return days && { ...days, unit: 'quarter', next: end, floats: 'year' }
}

/** Dates, months, quarters and years, as the calendar calls them. */
export const dateRules: readonly Rule[] = [dayAndMonth, dayOfMonth, month, written, year, weekday, partOfYear]

/** The same, so many years, months or weeks on; for what was said without. */
export const floated = (span: Span, count: number): Span => {
  if (span.floats === 'year') return { ...span, ...moved(span, 'year', count) }
  if (span.floats === 'week') return { ...span, from: addDays(span.from, 7 * count), to: addDays(span.to, 7 * count) }
  const { from } = unitAt('month', span.from, count)
  const day = dayOn(yearOf(from), monthOf(from), Number(span.from.slice(8)))
  return day ? { ...span, from: day, to: day } : span
}
