export interface Figures {
  per_second: number
  /** Milliseconds. */
  p50: number
  p95: number
  p99: number
  max: number
  count: number
  errors: number
}

const round = (value: number, digits = 2) => Math.round(value * 10 ** digits) / 10 ** digits

/** Percentiles and the rate of what took `times` milliseconds each, over `seconds` in all. */
export const figuresOf = (times: readonly number[], seconds: number, errors = 0): Figures => {
  const sorted = Float64Array.from(times).sort()
  const at = (share: number) => round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0)
  return {
    per_second: round(times.length / seconds, 1),
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    max: at(1),
    count: times.length,
    errors,
  }
}

export interface Load {
  seconds: number
  /** What each lane does again and again; true when it went well. Stops early when it answers null: there is nothing left to do. */
  lanes: readonly (() => Promise<boolean | null>)[]
}

/** Keeps every lane busy for so long, each beginning anew as soon as it has ended (a closed loop), and times each round. */
export const measure = async ({ seconds, lanes }: Load): Promise<Figures> => {
  const times: number[] = []
  let errors = 0
  const start = performance.now()
  const end = start + seconds * 1000
  await Promise.all(
    lanes.map(async (act) => {
      for (let from = performance.now(); from < end; from = performance.now()) {
        const went = await act()
        if (went === null) return
        times.push(performance.now() - from)
        if (!went) errors += 1
      }
    }),
  )
  return figuresOf(times, (performance.now() - start) / 1000, errors)
}
