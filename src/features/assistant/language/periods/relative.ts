import { addDays } from '#shared/zoned.ts'
import { addUnits, dayLabel, moved, unitAt, type Unit } from './calendar.ts'
import { countAt, isPause, past, skip, skipAny, unitSpan, wordAt, type Asked, type Rule, type Span } from './cursor.ts'
import { turns } from './words.ts'

const longestOf = { day: 9999, week: 5000, month: 1200, quarter: 400, year: 100 }
/** Longer than anybody's records. */
export const isTooLong = (unit: Unit, count: number): boolean => count > longestOf[unit]

const daySpan = (from: string, to: string, next: number): Span => ({ from, to, unit: from === to ? 'day' : 'span', next })

/** 'today', 'this morning', 'the day before yesterday'. */
const namedDay: Rule = (asked, at) => {
  const { today } = asked
  const before = skip(asked, at, 'day before')
  if (before > 0 && asked.tokens[before]?.later === -1) return unitSpan(asked, 'day', -2, before + 1)
  const after = skip(asked, at, 'day after')
  if (after > 0 && asked.tokens[after]?.later === 1) return unitSpan(asked, 'day', 2, after + 1)
  const part = skipAny(asked, at, ['this morning', 'this afternoon', 'this evening', 'this very day'])
  if (part > 0) return daySpan(today, today, part)
  const start = past(asked, at, 'earlier', 'later')
  const later = asked.tokens[start]?.later
  return later === undefined || (start > at && later !== 0) ? null : unitSpan(asked, 'day', later, start + 1)
}

const toDate: ReadonlyMap<string, Unit> = new Map([
  ['ytd', 'year'],
  ['qtd', 'quarter'],
  ['mtd', 'month'],
  ['wtd', 'week'],
])
const sinceStart = (asked: Asked, unit: Unit, next: number): Span => daySpan(unitAt(unit, asked.today).from, asked.today, next)
/** 'ytd', 'month to date', 'so far this month', 'this year so far'. */
const soFar: Rule = (asked, at) => {
  const short = toDate.get(wordAt(asked, at))
  if (short) return sinceStart(asked, short, at + 1)
  const led = skip(asked, at, 'so far')
  const start = led < 0 ? at : past(asked, led, 'in', 'during')
  const isTurned = turns.get(wordAt(asked, start)) === 0
  const unit = asked.tokens[isTurned ? start + 1 : start]?.unit
  if (led > 0 && asked.tokens[led]?.later === 0) return unitSpan(asked, 'day', 0, led + 1)
  if (!unit || unit.isMany || unit.times > 1) return null
  const end = isTurned ? start + 2 : start + 1
  if (led > 0) return isTurned ? sinceStart(asked, unit.unit, end) : null
  const trailed = skipAny(asked, end, isTurned ? ['so far', 'to date'] : ['to date'])
  return trailed > 0 ? sinceStart(asked, unit.unit, trailed) : null
}

const samePeriods = new Set(['period', 'time', 'date', 'dates', 'weekday', 'span'])
/** 'the same month last year', 'same period a year earlier', 'same day last week'. */
const sameBefore: Rule = (asked, at) => {
  const what = skip(asked, at, 'same')
  const named = asked.tokens[what]
  if (what < 0 || !(named?.unit || samePeriods.has(named?.text ?? ''))) return null
  const start = past(asked, past(asked, what + 1, 'of', 'in'), 'the', 'a', 'one')
  const isTurned = ['last', 'previous', 'prior', 'past'].includes(wordAt(asked, start))
  const unitIndex = isTurned ? start + 1 : start
  const unit = asked.tokens[unitIndex]?.unit
  const next = isTurned ? unitIndex + 1 : skipAny(asked, unitIndex + 1, ['before', 'earlier', 'ago'])
  if (!unit || unit.isMany || unit.times > 1 || next < 0) return null
  const size = named?.unit?.unit ?? 'day'
  const days = moved(unitAt(size, asked.today), unit.unit, -1)
  // Beside no other time there is nothing that 'the same period' could be.
  const isVague = !named?.unit && named?.text !== 'date' && named?.text !== 'weekday'
  return { ...days, unit: size, next, before: { unit: unit.unit, count: 1, as: 'same' }, ...(isVague && { isRelative: true }) }
}

/** 'this week', 'last year', 'the month before last'. */
const turnedUnit: Rule = (asked, at) => {
  const bare = asked.tokens[at]?.unit
  const [beforeLast, afterNext] = [skip(asked, at + 1, 'before last'), skip(asked, at + 1, 'after next')]
  if (bare && !bare.isMany && bare.times === 1 && beforeLast > 0) return unitSpan(asked, bare.unit, -2, beforeLast)
  if (bare && !bare.isMany && bare.times === 1 && afterNext > 0) return unitSpan(asked, bare.unit, 2, afterNext)
  const turn = turns.get(wordAt(asked, at))
  const start = turn === 0 && turns.has(wordAt(asked, at + 1)) ? at + 1 : at
  const unit = asked.tokens[start + 1]?.unit
  if (turn === undefined || !unit) return null
  // 'last weeks visits' lacks an apostrophe; 'the last weeks' says nothing.
  if (unit.isMany && wordAt(asked, at - 1) === 'the') return null
  const turned = start > at ? turns.get(wordAt(asked, start))! : turn
  if (unit.times > 1) return turned < 0 ? rolling(asked, unit.unit, unit.times, start + 2) : null
  return unitSpan(asked, unit.unit, turned, start + 2)
}

const rolling = ({ today }: Asked, unit: Unit, count: number, next: number): Span | null => {
  if (isTooLong(unit, count)) return null
  const from = addDays(addUnits(today, unit, -count), 1)
  const many = count === 1 ? `the ${unit} to` : `the ${count} ${unit}s to`
  return { from, to: today, unit: 'span', next, ...(from < today && { label: `${many} ${dayLabel(today)}` }) }
}
/** Today and the so many units that follow it. */
export const ahead = ({ today }: Asked, unit: Unit, count: number, next: number): Span | null =>
  isTooLong(unit, count)
    ? null
    : {
        from: today,
        to: addUnits(today, unit, count),
        unit: 'span',
        next,
        label: `the ${count} ${unit}${count > 1 ? 's' : ''} from ${dayLabel(today)}`,
      }

const backward = new Set(['last', 'past', 'previous', 'prior', 'preceding', 'recent', 'trailing', 'latest'])
const forward = new Set(['next', 'coming', 'following', 'upcoming'])

/** Units of which there are several: weeks for a fortnight, days for hours that make whole days. */
export const lengthAt = (asked: Asked, at: number): { unit: Unit; count: number; next: number } | null => {
  const stated = countAt(asked, at)
  // The months of '2 years and 3 months ago' are not all of it.
  const isRest = wordAt(asked, at - 1) === 'and' && asked.tokens[at - 2]?.unit !== undefined
  if (!stated || isRest) return null
  const { count, next } = stated
  const unit = asked.tokens[next]?.unit
  if (unit) return { unit: unit.unit, count: count * unit.times, next: next + 1 }
  const isHours = ['hours', 'hour', 'hrs'].includes(wordAt(asked, next))
  return isHours && count % 24 === 0 ? { unit: 'day', count: count / 24 + 1, next: next + 1 } : null
}
/** 'last 7 days', 'past two weeks', 'next 30 days', 'last 24 hours' (yesterday and today). */
const counted: Rule = (asked, at) => {
  const start = wordAt(asked, at) === 'this' || wordAt(asked, at) === 'most' ? at + 1 : at
  const turn = wordAt(asked, start)
  const isBack = backward.has(turn)
  if (!isBack && !forward.has(turn)) return null
  const length = lengthAt(asked, start + 1)
  if (!length || wordAt(asked, length.next) === 'old') return null
  const { unit, count, next } = length
  if (!isBack) return ahead(asked, unit, asked.tokens[next - 1]!.unit ? count : count - 1, next)
  const span = rolling(asked, unit, count, next)
  const isBefore = turn === 'previous' || turn === 'prior' || turn === 'preceding'
  return span && (isBefore ? { ...span, before: { unit, count, as: 'long' } } : span)
}

const follow = new Set('for by per to at in on of and or with compared that who which patient patients'.split(' '))
/** 'N units ago': the day, month, quarter or year, and in `at` the very day. 'a year before' is the same, unless another time is near. */
const ago: Rule = (asked, at) => {
  const hasArticle = wordAt(asked, at) === 'a' || wordAt(asked, at) === 'an'
  const length = lengthAt(asked, at) ?? (hasArticle && asked.tokens[at + 1]?.unit ? { ...single(asked, at + 1), next: at + 2 } : null)
  const isBare = !length && asked.tokens[at]?.unit?.isMany === false
  const stated = length ?? (isBare ? { ...single(asked, at), next: at + 1 } : null)
  if (!stated || !asked.tokens[stated.next - 1]?.unit || isTooLong(stated.unit, stated.count)) return null
  const { unit, count } = stated
  const word = wordAt(asked, stated.next)
  const isAgo = !isBare && (word === 'ago' || word === 'back')
  const isBefore = ['before', 'earlier', 'prior', 'preceding'].includes(word)
  if (!isAgo && !isBefore) return null
  const next = stated.next + 1
  if (isBefore && word !== 'earlier' && !isPause(asked, next) && !follow.has(wordAt(asked, next)))
    return skipAny(asked, next, ['last']) > 0 && length ? unitSpan(asked, unit, -1 - count, next + 1) : null
  if (isBefore && length && wordAt(asked, at - 1) === 'the') {
    const span = rolling(asked, unit, count, next)
    return span && { ...span, before: { unit, count, as: 'long' } }
  }
  const day = addUnits(asked.today, unit, -count)
  const size = unit === 'week' ? 'day' : unit
  return { ...unitAt(size, day), unit: size, at: day, next, ...(isBefore && { before: { unit, count } }) }
}
const single = ({ tokens }: Asked, at: number) => ({ unit: tokens[at]!.unit!.unit, count: tokens[at]!.unit!.times })

/** 'the previous period', 'the period before': days only beside another time. */
const period: Rule = (asked, at) => {
  const next = skipAny(asked, at, ['previous period', 'prior period', 'preceding period', 'last period', 'period before', 'previous one'])
  return next < 0 ? null : { from: asked.today, to: asked.today, unit: 'span', next, before: 'span', isRelative: true }
}

/** Times said from today. */
export const relativeRules: readonly Rule[] = [namedDay, soFar, sameBefore, turnedUnit, counted, ago, period]

/** 'in the last year', 'over the past month': as long, and ending today. */
export const rollingUnit: Rule = (asked, at) => {
  const start = past(asked, at, 'the', 'this')
  const turn = wordAt(asked, start)
  const unit = asked.tokens[start + 1]?.unit
  if (!unit || unit.isMany || !(turn === 'past' || (turn === 'last' && start > at))) return null
  return rolling(asked, unit.unit, unit.unit === 'day' ? 2 : unit.times, start + 2)
}
