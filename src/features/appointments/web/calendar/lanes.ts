interface Span {
  at: number
  to: number
}

export interface Laned {
  lane: number
  /** How many stand side by side there. */
  lanes: number
}

/** What is shorter takes this much of its lane, in minutes: two names under each other cannot be read in less. */
const LEAST = 10

/** Puts spans that overlap side by side: the earlier, then the longer one first. Answers them in that order. */
export const inLanes = <T extends Span>(spans: readonly T[]): (T & Laned)[] => {
  const sorted = spans.map((span) => ({ ...span, lane: 0, lanes: 1 })).toSorted((a, b) => a.at - b.at || b.to - a.to)
  let cluster: (T & Laned)[] = []
  let ends: number[] = []
  const close = () => {
    for (const span of cluster) span.lanes = ends.length
    cluster = []
    ends = []
  }
  for (const span of sorted) {
    if (ends.length > 0 && ends.every((end) => end <= span.at)) close()
    const free = ends.findIndex((end) => end <= span.at)
    span.lane = free === -1 ? ends.length : free
    ends[span.lane] = Math.max(span.to, span.at + LEAST)
    cluster.push(span)
  }
  close()
  return sorted
}

/** Minutes from the start of a span until another one begins below it: so much height it may take. */
export const minutesBelow = ({ at, to }: Span, others: readonly Span[]): number => {
  const end = Math.max(to, at + LEAST)
  return Math.min(...others.filter((one) => one.at >= end).map((one) => one.at)) - at
}
