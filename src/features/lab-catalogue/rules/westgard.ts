import { absolute, compare, fractionOf, minus, over, plus, times, toDecimal, toNumber, type Fraction } from './decimal.ts'

/** One measurement of a control, with the mean and SD of its level and lot on that analyser; decimals. */
export interface ControlPoint {
  level: string
  /** What was measured together: the same for all levels of one run. */
  run: string
  value: string
  mean: string
  sd: string
}

export type WestgardRule = '1-2s' | '1-3s' | '2-2s' | 'R-4s' | '4-1s' | '10x'

export interface WestgardVerdict {
  outcome: 'accepted' | 'warning' | 'rejected'
  /** Each rule once a level; level null: found across the levels of the run. */
  broken: { rule: WestgardRule; level: string | null }[]
}

/** How many SDs a value lies from the mean. @throws RangeError when the SD is zero or below. */
const toZ = ({ value, mean, sd }: Pick<ControlPoint, 'value' | 'mean' | 'sd'>): Fraction => {
  const spread = fractionOf(sd)
  if (spread[0] <= 0n) throw new RangeError('The SD of a control is above zero.')
  return over(minus(fractionOf(value), fractionOf(mean)), spread)
}
/** The z score, two decimals. @throws RangeError when the SD is zero or below. */
export const zScore = (point: Pick<ControlPoint, 'value' | 'mean' | 'sd'>): string => toDecimal(toZ(point), 2)

const isBeyond = (z: Fraction, sds: bigint): boolean => compare(absolute(z), [sds, 1n]) > 0
const isAbove = (z: Fraction) => z[0] > 0n
/** True when all of the last `count` lie on one side of the mean, each by more than so many SDs. */
const isRow = (scores: readonly Fraction[], count: number, sds: bigint): boolean => {
  const last = scores.slice(-count)
  const side = last.map(isAbove)
  return last.length === count && last.every((z) => z[0] !== 0n && isBeyond(z, sds)) && side.every((one) => one === side[0])
}

/** The rules that one level breaks by its last point. */
const brokenByLevel = (scores: readonly Fraction[]): WestgardRule[] => {
  const last = scores.at(-1)
  if (!last) return []
  const found: [WestgardRule, boolean][] = [
    ['1-2s', isBeyond(last, 2n)],
    ['1-3s', isBeyond(last, 3n)],
    ['2-2s', isRow(scores, 2, 2n)],
    ['4-1s', isRow(scores, 4, 1n)],
    ['10x', isRow(scores, 10, 0n)],
  ]
  return found.filter(([, isBroken]) => isBroken).map(([rule]) => rule)
}

/** The rules that the points of one run break together: 2-2s by two levels on one side, R-4s by any two on both sides. */
const brokenByRun = (together: readonly ControlPoint[]): WestgardRule[] => {
  const wide = together.map((point) => ({ level: point.level, z: toZ(point) })).filter(({ z }) => isBeyond(z, 2n))
  const levelsOf = (isHigh: boolean) => new Set(wide.filter(({ z }) => isAbove(z) === isHigh).map(({ level }) => level)).size
  const [high, low] = [levelsOf(true), levelsOf(false)]
  const found: WestgardRule[] = []
  if (high > 1 || low > 1) found.push('2-2s')
  if (high > 0 && low > 0) found.push('R-4s')
  return found
}

/**
 * Judges the last run of one test on one analyser. `points` are of all its levels, oldest first, those of its last run at the end. Every
 * rule asks for more than its SDs: a value exactly 2 SDs away is accepted. 1-2s alone warns, any other rule rejects.
 * @throws RangeError when an SD is zero or below, or a number is none.
 */
export const evaluateRun = (points: readonly ControlPoint[]): WestgardVerdict => {
  const run = points.at(-1)?.run
  const together = points.filter((point) => point.run === run)
  const levels = [...new Set(together.map(({ level }) => level))]
  const broken: WestgardVerdict['broken'] = levels.flatMap((level) => {
    const ofLevel = points.filter((point) => point.level === level)
    const replicates = ofLevel.filter((point) => point.run === run).length
    const scores = ofLevel.map(toZ)
    const rules = Array.from({ length: replicates }, (_none, back) => brokenByLevel(scores.slice(0, scores.length - back)))
    return [...new Set(rules.flat())].map((rule) => ({ rule, level }))
  })
  for (const rule of brokenByRun(together)) broken.push({ rule, level: null })
  const isRejected = broken.some(({ rule }) => rule !== '1-2s')
  return { outcome: isRejected ? 'rejected' : broken.length > 0 ? 'warning' : 'accepted', broken }
}

/** Mean and standard deviation (n - 1) of a level's own values; null for fewer than two. SD and mean have `decimals` decimals. */
export const controlStatistics = (values: readonly string[], decimals: number): { mean: string; sd: string } | null => {
  if (values.length < 2) return null
  const numbers = values.map(fractionOf)
  const count: Fraction = [BigInt(values.length), 1n]
  const sum = numbers.reduce(plus)
  const mean = over(sum, count)
  const squares = numbers.map((value) => toNumber(times(minus(value, mean), minus(value, mean))))
  const sd = Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / (values.length - 1))
  return { mean: toDecimal(mean, decimals), sd: sd.toFixed(decimals) }
}
