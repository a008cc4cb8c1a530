/** Items with the running total of their weights, ready for `weighted`. */
export type WeightTable<T> = { readonly items: readonly T[]; readonly totals: Float64Array; readonly total: number }

export type Random = {
  /** A number from 0 up to, never reaching, 1. */
  next: () => number
  /** A whole number from `low` to `high`, both included. */
  integer: (low: number, high: number) => number
  /** True with the given probability. */
  chance: (probability: number) => boolean
  /** One item, all equally likely. */
  pick: <T>(items: readonly T[]) => T
  /** One item by its weight. */
  weighted: <T>(table: WeightTable<T>) => T
  /** One item, the first ones far more often than the last: frequency falls with the square root of the rank. */
  zipf: <T>(items: readonly T[]) => T
  normal: (mean: number, deviation: number) => number
  /** A positive number around `median`, with the long right tail that waiting times have. */
  logNormal: (median: number, sigma: number) => number
}

/** The table that `weighted` draws from. An item of weight 0 is never drawn; throws when no weight is positive. */
export const weightTable = <T>(items: readonly T[], weight: (item: T) => number): WeightTable<T> => {
  const totals = new Float64Array(items.length)
  let total = 0
  for (const [i, item] of items.entries()) {
    total += weight(item)
    totals[i] = total
  }
  if (!(total > 0)) throw new RangeError('A weight table needs a positive weight')
  return { items, totals, total }
}

// FNV-1a with a final avalanche, so that the seeds 1 and 2 give unrelated streams.
const hash = (text: string) => {
  let h = 2166136261
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619)
  h = Math.imul(h ^ (h >>> 16), 2246822507)
  h = Math.imul(h ^ (h >>> 13), 3266489909)
  return (h ^ (h >>> 16)) | 0
}

const at = <T>(items: readonly T[], index: number) => {
  if (items.length === 0) throw new RangeError('Cannot pick from an empty list')
  return items[index] as T
}

/** A stream of random numbers (sfc32) that is the same for the same seed on every machine. Not for secrets. */
export const random = (seed: number | string): Random => {
  let a = hash(`a${seed}`)
  let b = hash(`b${seed}`)
  let c = hash(`c${seed}`)
  let counter = 1

  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return (sum >>> 0) / 4294967296
  }
  for (let i = 0; i < 12; i++) next()

  const weighted = <T>({ items, totals, total }: WeightTable<T>) => {
    const wanted = next() * total
    let low = 0
    let high = items.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((totals[middle] as number) > wanted) high = middle
      else low = middle + 1
    }
    return items[low] as T
  }
  // Twelve uniforms would be slower; four are within a percent of the bell that ages and durations need, and cut its far tails.
  const normal = (mean: number, deviation: number) => mean + (next() + next() + next() + next() - 2) * 1.7320508 * deviation

  return {
    next,
    integer: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    pick: (items) => at(items, Math.floor(next() * items.length)),
    weighted,
    zipf: (items) => {
      const u = next()
      return at(items, Math.floor(u * u * items.length))
    },
    normal,
    logNormal: (median, sigma) => median * Math.exp(normal(0, sigma)),
  }
}
