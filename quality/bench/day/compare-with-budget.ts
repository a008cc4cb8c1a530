import { WANTED } from './data.ts'
import type { DayResult } from './measure-day.ts'
import { budgets, type KindFigures } from './people/meter.ts'

/** The fewest requests of a kind of which half and nearly all say something. */
const ENOUGH = 20
const GROWTH_MOST = 2
const PEOPLE_LEAST = 190
const MINUTES_LEAST = 10
/** What a tenth may be of the whole. */
const TENTH = { least: 0.08, most: 0.12 } as const

export type Verdict = 'met' | 'missed' | 'too few' | 'none'
export const compareWithBudget = ({ sort, count, p95 }: KindFigures): Verdict => {
  const budget = budgets[sort]
  if (budget === null) return 'none'
  return count < ENOUGH ? 'too few' : p95 < budget ? 'met' : 'missed'
}

/** Requests that went wrong, and what had to be asked once more: here nobody cuts a line, so that each is an error. */
export const errorsIn = ({ figures: { errors, cuts } }: DayResult): number => errors + cuts.reduce((sum, { count }) => sum + count, 0)

const inSentences = (errors: number, { lost }: DayResult): string[] => [
  ...(errors > 0 ? [`${errors} errors`] : []),
  ...(lost > 0 ? [`${lost} patients were sent home by an error`] : []),
]
/** What went wrong within a day, in sentences. */
export const errorsOf = (day: DayResult): string[] => inSentences(errorsIn(day), day)

const over = (name: string, one: KindFigures) =>
  compareWithBudget(one) === 'missed' ? [`${name}: p95 ${one.p95} ms, budget ${budgets[one.sort]} ms`] : []

/** What a day missed of what is asked of it, in sentences: errors, and budgets, each kind and each sort for itself. */
export const missesOf = (day: DayResult): string[] => {
  const { kinds, sorts } = day.figures
  return [
    ...errorsOf(day),
    ...sorts.flatMap((one) => over(`all of the sort ${one.name}`, one)),
    ...kinds.flatMap((one) => over(`${one.name} (${one.sort})`, one)),
  ]
}

/** How many kinds of request met their budgets, and which did not. */
export const budgetSentence = ({ figures: { kinds } }: DayResult): string => {
  const count = (verdict: Verdict) => kinds.filter((one) => compareWithBudget(one) === verdict).length
  const evaluated = count('met') + count('missed')
  return `Of ${evaluated} kinds of request with a budget ${count('missed')} missed it; ${count('too few')} more were asked for fewer than ${ENOUGH} times, which says nothing of p95.`
}

/** Why a day is not kept, in sentences: something failed for good, or it was not the day of the size and length that was asked for. */
export const flawsOf = (day: DayResult): string[] => {
  const few = (Object.keys(WANTED) as (keyof typeof WANTED)[]).filter((kind) => day.rows[kind] < WANTED[kind])
  return [...flawsOfTenth(day), ...few.map((kind) => `${day.rows[kind]} ${kind}, not ${WANTED[kind]}`)]
}

/** The same of a day over a tenth of the data. */
export const flawsOfTenth = (day: DayResult): string[] => [
  ...inSentences(day.figures.errors, day),
  ...(day.pace === 1 ? [] : [`pace ${day.pace}, not 1`]),
  ...(day.minutes >= MINUTES_LEAST ? [] : [`${day.minutes} minutes, not ${MINUTES_LEAST} or more`]),
  ...(day.people >= PEOPLE_LEAST ? [] : [`${day.people} people, not ${PEOPLE_LEAST} or more`]),
]

/** Why two days are not of a clinic and of a tenth of it. */
export const flawsOfSizes = (small: DayResult, large: DayResult): string[] =>
  (Object.keys(WANTED) as (keyof typeof WANTED)[]).flatMap((kind) => {
    const share = small.rows[kind] / large.rows[kind]
    return share >= TENTH.least && share <= TENTH.most ? [] : [`${small.rows[kind]} ${kind} are no tenth of ${large.rows[kind]}`]
  })

export interface GrownKind {
  name: string
  sort: string
  small: KindFigures
  large: KindFigures
  /** How many times as long half of them, and nearly all of them, take. */
  times: { p50: number; p95: number }
}
export interface Growth {
  /** Those that both days have often enough, the one that grew most first. */
  kinds: GrownKind[]
  /** Those that one of the days has too seldom, with how often each day has them. */
  tooFew: { name: string; sort: string; small: number; large: number }[]
}
const round = (value: number) => Math.round(value * 100) / 100
const keyOf = ({ sort, name }: KindFigures) => `${sort} ${name}`
const mostOf = ({ times }: GrownKind) => Math.max(times.p50, times.p95)

export const isTooMuch = (times: number): boolean => times > GROWTH_MOST

/** What each kind of request takes over all data against a tenth of them. */
export const growthOf = (small: DayResult, large: DayResult): Growth => {
  const [before, after] = [small, large].map(({ figures }) => new Map(figures.kinds.map((one) => [keyOf(one), one])))
  const growth: Growth = { kinds: [], tooFew: [] }
  for (const key of new Set([...(after?.keys() ?? []), ...(before?.keys() ?? [])])) {
    const [one, other] = [after?.get(key), before?.get(key)]
    if (one && other && Math.min(one.count, other.count) >= ENOUGH) {
      const times = { p50: round(one.p50 / other.p50), p95: round(one.p95 / other.p95) }
      growth.kinds.push({ name: one.name, sort: one.sort, small: other, large: one, times })
    } else {
      const { name, sort } = (one ?? other) as KindFigures
      growth.tooFew.push({ name, sort, small: other?.count ?? 0, large: one?.count ?? 0 })
    }
  }
  growth.kinds.sort((a, b) => mostOf(b) - mostOf(a))
  return growth
}

/** The kinds that take more than twice as long over ten times the data, in sentences. */
export const missesOfGrowth = ({ kinds }: Growth): string[] =>
  kinds
    .filter((kind) => isTooMuch(mostOf(kind)))
    .map(({ name, sort, times }) => `${name} (${sort}) grew ${times.p50} times at the middle, ${times.p95} times at p95`)
