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

/** The parts of the bar that draws the limits of a range, from the lowest value to the highest; none without a limit. */
export const barOf = ({ low, high, low_critical, high_critical }: RangeLimits): BarPart[] => {
  const numbers = [low_critical, low, high, high_critical].filter((limit) => limit !== null).map(Number)
  if (numbers.length === 0) return []
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  const room = (most - least || Math.abs(most) || 1) * MARGIN
  const [start, end] = [least - room, most + room]
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
