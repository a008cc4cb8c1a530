import { childBands, Y_18, type Band } from './children.ts'
import { adultSources, childCritical, type CriticalBand } from './critical.ts'
import type { StarterPanel, StarterRange } from './shape.ts'
import { sourceText } from './sources.ts'

const numbers = (limits: readonly (string | null | undefined)[]) => limits.filter((limit) => limit !== null && limit !== undefined)
const smallest = (...limits: (string | null | undefined)[]) => numbers(limits).toSorted((a, b) => Number(a) - Number(b))[0]
const largest = (...limits: (string | null | undefined)[]) => numbers(limits).toSorted((a, b) => Number(b) - Number(a))[0]

/** The critical limits of adults of both sexes, the stricter ones, as those of children who have none of their own. */
const criticalOfAdults = (code: string, adults: readonly StarterRange[]): CriticalBand[] => {
  const source = adultSources[code]?.[1]
  const low = largest(...adults.map(({ low_critical }) => low_critical)) ?? null
  const high = smallest(...adults.map(({ high_critical }) => high_critical)) ?? null
  return source && (low !== null || high !== null) ? [[source, 0, Y_18, low, high]] : []
}

const isIn = ([, from, to]: Band | CriticalBand, at: number) => from <= at && at < to

/** A range of children: what is critical never lies inside what is normal, and what is plausible lies around both. */
const rangeOf = (
  { from, to, band, critical }: { from: number; to: number; band: Band | undefined; critical: CriticalBand | undefined },
  adult: StarterRange | undefined,
  isOfAdults: boolean,
): StarterRange => {
  const [source = null, , , low = null, high = null, more = {}] = band ?? []
  const [criticalSource = null, , , criticalLow = null, criticalHigh = null] = critical ?? []
  const low_critical = criticalLow === null ? undefined : smallest(criticalLow, low ?? high)
  const high_critical = criticalHigh === null ? undefined : largest(criticalHigh, high ?? low)
  const low_valid = adult?.low_valid === undefined ? undefined : smallest(adult.low_valid, low_critical, low)
  const high_valid = adult?.high_valid === undefined ? undefined : largest(adult.high_valid, high_critical, high)
  return {
    ...more,
    age_from_days: from,
    age_to_days: to,
    ...(low !== null && { low }),
    ...(high !== null && { high }),
    ...(low_critical !== undefined && { low_critical }),
    ...(high_critical !== undefined && { high_critical }),
    ...(low_valid !== undefined && { low_valid }),
    ...(high_valid !== undefined && { high_valid }),
    source: sourceText(source, criticalSource, isOfAdults),
  }
}

const childRanges = ({ code, ranges = [] }: StarterPanel): StarterRange[] => {
  const bands = childBands[code] ?? []
  const own = childCritical[code]
  const critical = own ?? criticalOfAdults(code, ranges)
  const [adult] = ranges
  const cuts = [0, Y_18, ...bands.flatMap(([, from, to]) => [from, to]), ...critical.flatMap(([, from, to]) => [from, to])]
  const starts = [...new Set(cuts)].toSorted((a, b) => a - b)
  const hasLimits = adult?.low_valid !== undefined || critical.length > 0
  return starts.slice(0, -1).flatMap((from, index) => {
    const span = { from, to: starts[index + 1]!, critical: critical.find((one) => isIn(one, from)) }
    const here = bands.filter((one) => isIn(one, from))
    const range = (band: Band | undefined) => rangeOf({ ...span, band }, adult, own === undefined)
    if (here.length > 0) return here.map(range)
    // Without a reference it still says what is critical, and what is hardly possible.
    return hasLimits ? [range(undefined)] : []
  })
}

/** The test with ranges from birth on: those of children before those of adults, each with where it is from. */
export const withAges = (panel: StarterPanel): StarterPanel => {
  const { kind, code, ranges = [] } = panel
  if (kind !== 'quantitative' && kind !== 'calculated') return panel
  const sourced = ranges.map((range) => ({ ...range, source: sourceText(...(adultSources[code] ?? [null, null])) }))
  // What is the same at every age begins at birth already.
  if (ranges.some(({ age_from_days = 0 }) => age_from_days === 0)) return { ...panel, ranges: sourced }
  const all = [...childRanges(panel), ...sourced]
  return all.length === 0 ? panel : { ...panel, ranges: all }
}
