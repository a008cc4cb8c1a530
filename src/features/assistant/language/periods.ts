import type { Grain, Period, Query } from '../query.ts'
import { addUnits, moved, spanBefore, unitAt, yearOf, type Days } from './periods/calendar.ts'
import { wordAt, type Asked, type Before } from './periods/cursor.ts'
import { grainAt, visitAt } from './periods/grains.ts'
import { labelOf, statedAt, type StatedPeriod } from './periods/phrases.ts'
import { tokensOf, type Token } from './periods/tokens.ts'

/** Days that a question says. */
export interface FoundPeriod {
  /** Characters of the text that say it, prepositions included ('since last June', 'in 2025', 'between 1 and 5 May'). */
  start: number
  end: number
  period: Period
  /** The same days of another year, or another week, may be meant: nothing says which. */
  floats?: 'year' | 'week'
}
/** By what time a question wants its rows put together: 'by month', 'per day', 'each week'. */
export interface FoundGrain {
  start: number
  end: number
  grain: Grain
  kind: 'each' | 'extreme'
}
/** The visit of a patient that a question is limited to. */
export interface FoundVisit {
  start: number
  end: number
  visit: NonNullable<Query['visit']>
}
export interface FoundTimes {
  periods: FoundPeriod[]
  /** It is compared with what was before, and no period of the text says before what. */
  against: 'before' | null
  grains: FoundGrain[]
  visits: FoundVisit[]
}

const comparing = new Set(['compare', 'compared', 'comparing', 'comparison', 'relative', 'difference'])
const aheadWords = new Set(['expire', 'expires', 'expiring', 'expiry', 'expiration', 'upcoming', 'forthcoming'])
/** 'due to malaria' tells a cause. */
const speaksAhead = (tokens: readonly Token[]) =>
  tokens.some(({ text }, at) => aheadWords.has(text) || (text === 'due' && tokens[at + 1]?.text !== 'to'))

const comparesFrom = (tokens: readonly Token[]) => {
  const first = tokens.findIndex(({ text }) => comparing.has(text))
  return first < 0 ? tokens.length : first
}

const toAsked = (tokens: readonly Token[], today: string): Asked => {
  const plain = { tokens, today, isAhead: speaksAhead(tokens), comparesFrom: comparesFrom(tokens), isGrouped: false, seen: new Map() }
  return { ...plain, isGrouped: tokens.some((_, at) => grainAt(plain, at) !== null) }
}

interface Piece {
  first: number
  stated: StatedPeriod
}
interface Read {
  pieces: Piece[]
  grains: FoundGrain[]
  visits: FoundVisit[]
}

const extent = ({ tokens }: Asked, first: number, next: number) => ({ start: tokens[first]!.start, end: tokens[next - 1]!.end })

const read = (asked: Asked): Read => {
  const found: Read = { pieces: [], grains: [], visits: [] }
  let at = 0
  while (at < asked.tokens.length) {
    const stated = statedAt(asked, at)
    const grain = grainAt(asked, at)
    const visit = visitAt(asked, at)
    const next = Math.max(stated?.next ?? 0, grain?.next ?? 0, visit?.next ?? 0)
    if (next === 0) at += 1
    else {
      if (stated?.next === next) found.pieces.push({ first: at, stated })
      else if (grain?.next === next) found.grains.push({ ...extent(asked, at, next), grain: grain.is, kind: 'each' })
      else if (visit) found.visits.push({ ...extent(asked, at, next), visit: visit.is })
      at = next
    }
  }
  return found
}

const isOpen = ({ from, to }: StatedPeriod) => (from === null) !== (to === null)
const lists = new Set(['and', 'or', 'vs', 'versus'])
/** The year of the last of several months is that of all: 'september and october 2025'. */
const withYears = (asked: Asked, pieces: readonly Piece[]): readonly Piece[] =>
  pieces.toReversed().reduce<readonly Piece[]>((after, piece) => {
    const [next] = after
    const { stated } = piece
    const isListed =
      next &&
      (next.first === stated.next ||
        (next.first === stated.next + 1 && (lists.has(wordAt(asked, stated.next)) || asked.tokens[stated.next]?.kind === 'comma')))
    const isAlike = isListed && stated.floats === 'year' && stated.unit === next.stated.unit && !next.stated.floats && !next.stated.before
    if (!isAlike || !isClosed(stated) || !isClosed(next.stated) || stated.from.slice(5) === next.stated.from.slice(5))
      return [piece, ...after]
    const days = moved(stated, 'year', yearOf(next.stated.from) - yearOf(stated.from))
    return [{ ...piece, stated: { ...stated, ...days, floats: undefined } }, ...after]
  }, [])

/** 'after 3 march and before 5 may' is one period. */
const joined = (asked: Asked, pieces: readonly Piece[]): Piece[] => {
  const whole: Piece[] = []
  for (const piece of pieces) {
    const last = whole.at(-1)
    const gap = last ? piece.first - last.stated.next : -1
    const isNext =
      gap === 0 ||
      (gap === 1 && (['and', 'but'].includes(wordAt(asked, piece.first - 1)) || asked.tokens[piece.first - 1]?.kind === 'comma'))
    const { stated } = piece
    const isPair = last && isNext && !last.stated.isBlocked && !stated.isBlocked && isOpen(last.stated) && isOpen(stated)
    const [from, to] = [last?.stated.from ?? stated.from, last?.stated.to ?? stated.to]
    if (isPair && (last.stated.from === null) !== (stated.from === null) && from && to && from <= to)
      whole[whole.length - 1] = { first: last.first, stated: { from, to, unit: 'span', next: stated.next } }
    else whole.push(piece)
  }
  return whole
}

const against = new Set(['vs', 'versus', 'than', 'against'])
/** True where what stands there is what something is compared with. */
const isCompared = (asked: Asked, first: number): boolean => {
  const word = wordAt(asked, first - 1)
  if (against.has(word)) return true
  return (word === 'with' || word === 'to') && asked.comparesFrom < first - 1
}

type Closed = StatedPeriod & Days
const isClosed = (stated: StatedPeriod): stated is Closed => stated.from !== null && stated.to !== null

const shifted = (before: Before, base: Closed): Days => {
  if (before === 'span') return spanBefore(base)
  const { unit, count, as } = before
  const isLong = as === 'long' || (unit === 'week' && base.unit === 'span')
  if (isLong) return { from: addUnits(base.from, unit, -count), to: addUnits(base.from, 'day', -1) }
  return unit === 'year' || as === 'same' ? moved(base, unit, -count) : unitAt(unit, base.from, -count)
}

/** What a time is, said beside another: 'the month before', 'than last year'. */
const beside = (asked: Asked, { first, stated }: Piece, base: Closed | null): StatedPeriod | null => {
  if (!base) return stated.isRelative ? null : stated
  const isWith = isCompared(asked, first)
  const isLong = typeof stated.before === 'object' && stated.before.as === 'long' && !stated.isRelative
  const before = (isWith ? turned(asked, first, stated, base) : null) ?? (isLong && !isWith ? null : stated.before)
  return before ? { ...stated, ...shifted(before, base), label: undefined } : stated
}
/** 'than last year' of less than a year is the same part of it; 'the previous month' is the one before. */
const turned = (asked: Asked, first: number, stated: StatedPeriod, base: Closed): Before | null => {
  const words = asked.tokens
    .slice(first, stated.next)
    .map(({ text }) => text)
    .filter((text) => text !== 'the' && text !== 'in')
  const [turn = '', unit = ''] = words
  if (words.length !== 2 || !['last', 'previous', 'prior', 'preceding', 'past'].includes(turn) || stated.unit === 'span') return null
  if (unit === 'year' && base.unit !== 'year') return { unit: 'year', count: 1 }
  const isSame = base.from === stated.from && base.to === stated.to
  return (turn !== 'last' && turn !== 'past') || isSame ? { unit: stated.unit, count: 1 } : null
}

const befores = new Set(['before', 'previously', 'earlier', 'prior'])
/** 'than before', 'compared with the previous period': where a text compares with what no days of its own say. */
const bareBefore = (asked: Asked): number =>
  asked.tokens.findIndex(({ text }, at) => befores.has(text) && isCompared(asked, at) && !asked.tokens[at + 1]?.days)

/** Only days that the calendar of the clinic can have. */
const periodOf = (stated: StatedPeriod): Period => ({ from: stated.from, to: stated.to, label: labelOf(stated) })

/**
 * Finds what a question says of time: the periods in order of appearance, the grains, and the visit. `text` is lower case with straight
 * apostrophes; `today` is the clinic's day. Words about time that it cannot state as days are in no span, so that whoever accounts for
 * every word finds them left over. 'ever' and 'so far' are all time, and are left out beside another period. What is compared with comes
 * as a period of its own. Takes time in proportion to the length of the text, and never throws.
 */
export const findPeriods = (text: string, today: string): FoundTimes => {
  const tokens = tokensOf(text)
  const asked = toAsked(tokens, today)
  const { pieces, grains, visits } = read(asked)
  const whole = joined(asked, withYears(asked, pieces)).filter(({ stated }) => !stated.isBlocked)
  const isDated = whole.some(({ stated }) => stated.from !== null || stated.to !== null)
  const dated = isDated ? whole.filter(({ stated }) => stated.from !== null || stated.to !== null) : whole
  const base = dated.find(({ first, stated }) => isClosed(stated) && !stated.before && !isCompared(asked, first))?.stated ?? null
  const closed = base && isClosed(base) ? base : null
  const periods: FoundPeriod[] = []
  let isBefore = false
  for (const piece of dated) {
    const stated = piece.stated === base ? base : beside(asked, piece, closed)
    const floats = stated?.floats === 'month' ? undefined : stated?.floats
    if (stated) periods.push({ ...extent(asked, piece.first, piece.stated.next), period: periodOf(stated), ...(floats && { floats }) })
    else isBefore = isBefore || isCompared(asked, piece.first)
  }
  const bare = bareBefore(asked)
  const isFree = bare >= 0 && periods.every(({ start, end }) => tokens[bare]!.start >= end || tokens[bare]!.end <= start)
  if (isFree && closed) {
    const days = spanBefore(closed)
    periods.push({ ...extent(asked, bare, bare + 1), period: periodOf({ ...days, unit: 'span', next: bare + 1 }) })
    periods.sort((a, b) => a.start - b.start)
  }
  return { periods, against: isBefore || (isFree && !closed) ? 'before' : null, grains, visits }
}
