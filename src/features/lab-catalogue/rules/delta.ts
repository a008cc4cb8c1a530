import { absolute, compare, decimalsIn, fractionOf, minus, over, times, toDecimal, type Fraction } from './decimal.ts'
import type { ResultKind } from './result-kinds.ts'
import type { Comparator } from './result-text.ts'

/** A change by more than one of these within so many days is looked at twice. */
export interface DeltaRule {
  /** In the unit of the test. */
  delta_absolute: string | null
  /** Of the previous value. */
  delta_percent: string | null
  /** Null: however long ago the previous one was. */
  delta_days: number | null
  /** Decimals of the test: the difference has no more. */
  decimals?: number | null | undefined
}
/** Results that can be compared: numbers with numbers, titres with titres, grades with grades. */
type Scale = 'number' | 'titre' | 'grade'
const scales: Readonly<Record<ResultKind, Scale | null>> = {
  'not detected': 'number',
  range: 'number',
  grade: 'grade',
  titre: 'titre',
  insufficient: null,
}
/** Where a result stands among those that it can be compared with; null of coded answers, words and too little sample. */
export const placeOf = ({ value, kind, rank }: { value: string | null; kind: ResultKind | null; rank: string | null }) => {
  const scale = kind === null ? 'number' : scales[kind]
  const place = kind === null ? value : rank
  return scale === null || place === null ? null : { scale, place }
}

export interface TimedValue {
  value: string | null
  comparator: Comparator | null
  kind: ResultKind | null
  rank: string | null
  at: Date
}
export interface Delta {
  /** Signed, with the decimals of the test at most: this value less the previous one. */
  difference: string
  /** Signed, of the previous value, one decimal; null when that was zero. */
  percent: string | null
  is_exceeded: boolean
}

const DAY_MS = 86_400_000
const HUNDRED: Fraction = [100n, 1n]

const isBeyond = (size: Fraction | null, most: string | null) =>
  size !== null && most !== null && compare(absolute(size), fractionOf(most)) > 0

/**
 * How a result differs from the previous one; up or down alike. Null when there is nothing to compare: results of
 * different scales (a grade and a count), one with < or >, a previous
 * result that is later or further back than the rule looks.
 */
export const deltaOf = (rule: DeltaRule, current: TimedValue, previous: TimedValue | null): Delta | null => {
  if (!previous || current.comparator || previous.comparator) return null
  const now = placeOf(current)
  const then = placeOf(previous)
  if (!now || !then || now.scale !== then.scale) return null
  const passed = current.at.getTime() - previous.at.getTime()
  if (passed < 0 || (rule.delta_days !== null && passed > rule.delta_days * DAY_MS)) return null
  const before = fractionOf(then.place)
  const change = minus(fractionOf(now.place), before)
  const percent = before[0] === 0n ? null : over(times(change, HUNDRED), absolute(before))
  return {
    difference: toDecimal(change, Math.min(rule.decimals ?? Infinity, Math.max(decimalsIn(now.place), decimalsIn(then.place)))),
    percent: percent && toDecimal(percent, 1),
    is_exceeded: isBeyond(change, rule.delta_absolute) || isBeyond(percent, rule.delta_percent),
  }
}
