/** How long something took, added up. */
export interface Figure {
  calls: number
  failed: number
  totalMs: number
  maxMs: number
  /** How many took under 1 ms, 1 to 2, 2 to 4 and so on; the last holds the rest. */
  buckets: number[]
}

export const BUCKETS = 16

const emptyFigure = (): Figure => ({ calls: 0, failed: 0, totalMs: 0, maxMs: 0, buckets: Array.from({ length: BUCKETS }, () => 0) })

const bucketOf = (ms: number) => (ms < 1 ? 0 : Math.min(BUCKETS - 1, 32 - Math.clz32(ms)))

/** Adds the second figure to the first one. */
export const addFigure = (to: Figure, more: Figure): void => {
  to.calls += more.calls
  to.failed += more.failed
  to.totalMs += more.totalMs
  to.maxMs = Math.max(to.maxMs, more.maxMs)
  for (const [at, count] of more.buckets.entries()) to.buckets[at] = (to.buckets[at] ?? 0) + count
}

/** So much of a text is kept while it is counted; what is alike until there is counted together. */
const LONGEST = 4_000

/** What the rest is added up under. */
export const OTHERS = ''

/** A copy: a mere part would keep the whole alive. */
const copyOf = (text: string) => (text.length < LONGEST ? text : Buffer.from(text).toString())

/**
 * Adds up by text how long things took, in memory that is bounded: of a text the beginning counts, and what comes after `most` different ones
 * is counted under `OTHERS`. A note costs one look-up.
 */
export class Tally {
  readonly #most: number
  #figures = new Map<string, Figure>()

  constructor(most: number) {
    this.#most = most
  }

  note(whole: string, ms: number, hasFailed = false): void {
    const text = whole.slice(0, LONGEST)
    const figure = this.#figures.get(text) ?? this.#add(text)
    figure.calls += 1
    if (hasFailed) figure.failed += 1
    figure.totalMs += ms
    if (ms > figure.maxMs) figure.maxMs = ms
    figure.buckets[bucketOf(ms)]! += 1
  }

  /** Everything since it was taken last, by the text that `shaped` makes of it: the `kept` dearest, and the rest together. */
  take(kept: number, shaped: (text: string) => string): Map<string, Figure> {
    const taken = this.#figures
    this.#figures = new Map()
    const byShape = new Map<string, Figure>()
    for (const [text, figure] of taken) {
      const shape = shaped(text)
      const known = byShape.get(shape)
      if (known) addFigure(known, figure)
      else byShape.set(shape, figure)
    }
    const dearest = [...byShape].toSorted(([, a], [, b]) => b.totalMs - a.totalMs)
    const few = new Map(dearest.slice(0, kept))
    const rest = few.get(OTHERS) ?? emptyFigure()
    for (const [, figure] of dearest.slice(kept)) addFigure(rest, figure)
    return rest.calls > 0 ? few.set(OTHERS, rest) : few
  }

  #add(text: string): Figure {
    const key = this.#figures.size < this.#most ? copyOf(text) : OTHERS
    const known = this.#figures.get(key)
    if (known) return known
    const figure = emptyFigure()
    this.#figures.set(key, figure)
    return figure
  }
}

/** The time that the share `part` of all calls did not exceed, in milliseconds: as exact as the buckets are, which double. */
export const percentile = ({ calls, maxMs, buckets }: Pick<Figure, 'calls' | 'maxMs' | 'buckets'>, part: number): number => {
  let left = part * calls
  for (const [at, count] of buckets.entries()) {
    if (left <= count && count > 0) {
      const from = at === 0 ? 0 : 2 ** (at - 1)
      const to = at === BUCKETS - 1 ? maxMs : 2 ** at
      return Math.min(maxMs, from + (to - from) * (left / count))
    }
    left -= count
  }
  return maxMs
}
