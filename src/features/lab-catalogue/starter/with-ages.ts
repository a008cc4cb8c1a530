import { childCriticalTable, childRangeTable, rangeTable, sourceTable } from './tables.ts'

export interface StarterRange {
  sex?: 'male' | 'female'
  /** Absent: from birth. */
  age_from_days?: number
  age_to_days?: number
  low?: string
  high?: string
  low_critical?: string
  high_critical?: string
  low_valid?: string
  high_valid?: string
  text?: string
  /** Where the limits are from; empty: no source is known. */
  source: string
}
type AdultRow = (typeof rangeTable.rows)[number]
type Band = (typeof childRangeTable.rows)[number]
type CriticalBand = Omit<(typeof childCriticalTable.rows)[number], 'panel' | 'note'>

const adultRows = Map.groupBy(rangeTable.rows, ({ panel }) => panel)
const childBands = Map.groupBy(childRangeTable.rows, ({ panel }) => panel)
const childCritical = Map.groupBy(childCriticalTable.rows, ({ panel }) => panel)
const sources = new Map(sourceTable.rows.map(({ name, text }) => [name, text]))
/** Eighteen years. */
const ADULT = 6574

/** What a range says of where its limits come from: the reference first, then the critical limits. */
const sourceText = (reference: string | undefined, critical: string | undefined, isOfAdults = false): string =>
  [
    reference && `${sources.get(reference)}.`,
    critical && `Critical limits: ${sources.get(critical)}${isOfAdults ? '; those of adults, where none are published for children' : ''}.`,
  ]
    .filter(Boolean)
    .join(' ')

const numbers = (limits: readonly (string | undefined)[]) => limits.filter((limit) => limit !== undefined)
const smallest = (...limits: (string | undefined)[]) => numbers(limits).toSorted((a, b) => Number(a) - Number(b))[0]
const largest = (...limits: (string | undefined)[]) => numbers(limits).toSorted((a, b) => Number(b) - Number(a))[0]

/** The critical limits of adults of both sexes, the stricter ones, as those of children who have none of their own. */
const criticalOfAdults = (adults: readonly AdultRow[]): CriticalBand[] => {
  const critical = adults[0]?.critical
  const low = largest(...adults.map(({ low_critical }) => low_critical))
  const high = smallest(...adults.map(({ high_critical }) => high_critical))
  if (critical === undefined || (low === undefined && high === undefined)) return []
  return [{ critical, from: 0, to: ADULT, ...(low !== undefined && { low }), ...(high !== undefined && { high }) }]
}

const isIn = ({ from, to }: Pick<Band, 'from' | 'to'>, at: number) => from <= at && at < to

/** A range of children: what is critical never lies inside what is normal, and what is plausible lies around both. */
const rangeOf = (
  { from, to, band, critical }: { from: number; to: number; band: Band | undefined; critical: CriticalBand | undefined },
  adult: AdultRow | undefined,
  isOfAdults: boolean,
): StarterRange => {
  const { low, high, sex, text, reference } = band ?? {}
  const low_critical = critical?.low === undefined ? undefined : smallest(critical.low, low ?? high)
  const high_critical = critical?.high === undefined ? undefined : largest(critical.high, high ?? low)
  const low_valid = adult?.low_valid === undefined ? undefined : smallest(adult.low_valid, low_critical, low)
  const high_valid = adult?.high_valid === undefined ? undefined : largest(adult.high_valid, high_critical, high)
  return {
    ...(sex !== undefined && { sex }),
    ...(text !== undefined && { text }),
    age_from_days: from,
    age_to_days: to,
    ...(low !== undefined && { low }),
    ...(high !== undefined && { high }),
    ...(low_critical !== undefined && { low_critical }),
    ...(high_critical !== undefined && { high_critical }),
    ...(low_valid !== undefined && { low_valid }),
    ...(high_valid !== undefined && { high_valid }),
    source: sourceText(reference, critical?.critical, isOfAdults),
  }
}

const childRanges = (code: string, ranges: readonly AdultRow[]): StarterRange[] => {
  const bands = childBands.get(code) ?? []
  const own = childCritical.get(code)
  const critical = own ?? criticalOfAdults(ranges)
  const [adult] = ranges
  const cuts = [0, ADULT, ...[...bands, ...critical].flatMap(({ from, to }) => [from, to])]
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

const sourced = ({ panel: _panel, from, to, reference, critical, ...limits }: AdultRow): StarterRange => ({
  ...limits,
  ...(from !== undefined && { age_from_days: from }),
  ...(to !== undefined && { age_to_days: to }),
  source: sourceText(reference, critical),
})

/** The ranges of a test of a number from birth on: those of children before those of adults, each with where it is from. */
export const rangesOf = (code: string): StarterRange[] => {
  const ranges = adultRows.get(code) ?? []
  const ofAdults = ranges.map(sourced)
  // What is the same at every age begins at birth already.
  return ranges.some(({ from = 0 }) => from === 0) ? ofAdults : [...childRanges(code, ranges), ...ofAdults]
}
