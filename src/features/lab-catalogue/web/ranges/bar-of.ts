import type { RangeLimits } from '#features/lab-catalogue/rules.ts'

/** A part of the bar of a range: what a value there means, and how much of the width it takes. */
export interface BarPart {
  tone: 'critical' | 'attention' | 'done'
  /** Percent. */
  share: number
}
/** Room beyond the outermost limits, and for a single one on either side. */
const MARGIN = 0.2

const at = (limit: string | null, otherwise: number) => (limit === null ? otherwise : Number(limit))

const limitsOf = ({ low, high, low_critical, high_critical }: RangeLimits) =>
  [low_critical, low, high, high_critical].filter((limit) => limit !== null)

/** The lowest and the highest value of the bar. */
const endsOf = (limits: readonly string[]) => {
  const numbers = limits.map(Number)
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  const room = (most - least || Math.abs(most) || 1) * MARGIN
  return { start: least - room, end: most + room }
}

/** Where each limit of a range stands on its bar, in percent from its start; equal ones once. */
export const marksOf = (range: RangeLimits): { limit: string; place: number }[] => {
  const limits = [...new Set(limitsOf(range))]
  const { start, end } = endsOf(limits)
  return limits.map((limit) => ({ limit, place: ((Number(limit) - start) / (end - start)) * 100 }))
}

/** The parts of the bar that draws the limits of a range, from the lowest value to the highest; none without a limit. */
export const barOf = (range: RangeLimits): BarPart[] => {
  const { low, high, low_critical, high_critical } = range
  const limits = limitsOf(range)
  if (limits.length === 0) return []
  const { start, end } = endsOf(limits)
  const lowAt = at(low, at(low_critical, start))
  const highAt = at(high, at(high_critical, end))
  const edges: [BarPart['tone'], number, number][] = [
    ['critical', start, at(low_critical, start)],
    ['attention', at(low_critical, start), lowAt],
    ['done', lowAt, highAt],
    ['attention', highAt, at(high_critical, end)],
    ['critical', at(high_critical, end), end],
  ]
  return edges.map(([tone, from, to]) => ({ tone, share: (Math.max(0, to - from) / (end - start)) * 100 })).filter(({ share }) => share > 0)
}
