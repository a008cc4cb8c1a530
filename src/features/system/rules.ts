/** Two clocks that are further apart than this, in milliseconds, put things into the wrong order. */
export const CLOCK_TOLERANCE_MS = 2000

/** Fewer bytes are too few to go on with; a lesser share of the disk is too, unless it is still `plenty` of bytes. */
const LEAST_FREE = { bytes: 2_000_000_000, share: 0.1, plenty: 50_000_000_000 } as const

export const isDiskLow = ({ free_bytes, total_bytes }: { free_bytes: number; total_bytes: number }): boolean =>
  free_bytes < LEAST_FREE.bytes || (free_bytes < LEAST_FREE.plenty && free_bytes < LEAST_FREE.share * total_bytes)

/** So many days before a certificate expires administrators are told. */
export const CERTIFICATE_DAYS = 14

const MINUTE = 60_000
const YEAR_MINUTES = 366 * 24 * 60

/** Whether a field of a cron expression names a value: stars, steps, ranges and lists of them. `first`: the least value there is. */
const names = (field: string, value: number, first: number): boolean =>
  field.split(',').some((part) => {
    const [range = '*', step = '1'] = part.split('/')
    const [from = '', to = from] = range.split('-')
    const least = range === '*' ? first : Number(from)
    const most = range === '*' || (part.includes('/') && !range.includes('-')) ? Infinity : Number(to)
    return value >= least && value <= most && (value - least) % Number(step) === 0
  })

/** When work of a cron expression of five fields, in UTC, comes round next after `from`; null when not within a year. */
export const nextRun = (cron: string, from: Date): Date | null => {
  const [minute = '*', hour = '*', day = '*', month = '*', weekday = '*'] = cron.trim().split(/\s+/)
  const begin = (Math.floor(from.getTime() / MINUTE) + 1) * MINUTE
  for (let at = 0; at <= YEAR_MINUTES;) {
    const time = new Date(begin + at * MINUTE)
    const isDay = names(day, time.getUTCDate(), 1) && names(month, time.getUTCMonth() + 1, 1) && names(weekday, time.getUTCDay(), 0)
    if (isDay && names(hour, time.getUTCHours(), 0) && names(minute, time.getUTCMinutes(), 0)) return time
    // What cannot be within a day is not looked for in each of its minutes.
    at += isDay ? 1 : 24 * 60 - (time.getUTCHours() * 60 + time.getUTCMinutes())
  }
  return null
}

const LEAST_PATIENCE = 900

/** How long recurring work may stay away before somebody is told, in seconds: three rounds of it, and at least a quarter of an hour. */
export const patienceFor = (cron: string): number => {
  const first = nextRun(cron, new Date(0))
  const second = first && nextRun(cron, first)
  return Math.max(LEAST_PATIENCE, first && second ? (3 * (second.getTime() - first.getTime())) / 1000 : 0)
}

/**
 * How long the program has to run before recurring work is late, in seconds. Work that is also done at the start has no more excuse after a
 * quarter of an hour, however seldom the server is on at its hour.
 */
export const graceFor = ({ schedule, atStart }: { schedule: string; atStart?: true }): number =>
  atStart ? LEAST_PATIENCE : patienceFor(schedule)
