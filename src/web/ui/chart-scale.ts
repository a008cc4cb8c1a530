import { addDays, daysBetween, instantOf, wallTimeOf } from '#shared/zoned.ts'

/** What is drawn of a value axis: its ends, and the round values that are written at it, from the lowest up. */
export interface ValueScale {
  bottom: number
  top: number
  ticks: readonly number[]
  /** Digits after the point that tell its ticks apart. */
  decimals: number
}

/** Steps between the round values: at least three of them are written, at most five or six. */
const INTERVALS = 4
const roundStep = (span: number) => {
  const power = 10 ** Math.floor(Math.log10(span / INTERVALS))
  const step = Number((([1, 2, 2.5, 5, 10].find((one) => one * power * INTERVALS >= span * 0.999) ?? 10) * power).toPrecision(3))
  return { step, decimals: String(step).split('.')[1]?.length ?? 0 }
}

/** A value axis with room for all values, from zero where they are counted. A single value lies in the middle. */
export const scaleValues = (values: readonly number[], isFromZero = false): ValueScale => {
  const all = isFromZero ? [0, ...values] : values
  const least = all.length === 0 ? 0 : Math.min(...all)
  const greatest = all.length === 0 ? 1 : Math.max(...all)
  const most = isFromZero && greatest === least ? least + 1 : greatest
  const { step, decimals } = roundStep(most > least ? most - least : Math.abs(most) * 0.2 || 1)
  const isAlone = most === least
  const first = Math.floor(least / step + 1e-9) - (isAlone ? 1 : 0)
  const last = Math.ceil(most / step - 1e-9) + (isAlone ? 1 : 0)
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)))
  return { bottom: ticks[0]!, top: ticks.at(-1)!, ticks, decimals }
}

/** Where a position stands between the first and the last, in percent: by its distance, not by its order. A single one stands in the middle. */
export const placeBetween = (first: number, last: number) => (at: number) => (first === last ? 50 : ((at - first) / (last - first)) * 100)

export interface TimeTick {
  at: number
  /** How fine it is: which words it needs. */
  unit: 'time' | 'day' | 'month' | 'year'
}

const HOUR = 3_600_000
const MOST_TICKS = 5

const hoursBetween = (from: number, to: number, step: number, zone: string): number[] => {
  const { day } = wallTimeOf(new Date(from), zone)
  const days = daysBetween(day, wallTimeOf(new Date(to), zone).day)
  return Array.from({ length: days + 1 }, (_, n) => addDays(day, n)).flatMap((each) =>
    Array.from({ length: 24 / step }, (_, n) => instantOf(each, `${String(n * step).padStart(2, '0')}:00`, zone).getTime()),
  )
}
const daysIn = (from: number, to: number, step: number, zone: string): number[] => {
  const { day } = wallTimeOf(new Date(from), zone)
  const count = daysBetween(day, wallTimeOf(new Date(to), zone).day)
  return Array.from({ length: Math.floor(count / step) + 1 }, (_, n) => instantOf(addDays(day, n * step), '00:00', zone).getTime())
}
const monthsIn = (from: number, to: number, step: number, zone: string): number[] => {
  const [year = 0, month = 1] = wallTimeOf(new Date(from), zone).day.split('-').map(Number)
  const [lastYear = 0, lastMonth = 1] = wallTimeOf(new Date(to), zone).day.split('-').map(Number)
  const [first, last] = [year * 12 + month - 1, lastYear * 12 + lastMonth - 1]
  return Array.from({ length: last - first + 1 }, (_, n) => first + n)
    .filter((one) => one % step === 0)
    .map((one) => instantOf(`${Math.floor(one / 12)}-${String((one % 12) + 1).padStart(2, '0')}-01`, '00:00', zone).getTime())
}

const DAY = 24 * HOUR
const steps: readonly { unit: TimeTick['unit']; most: number; ticks: (from: number, to: number, zone: string) => number[] }[] = [
  ...[1, 2, 3, 6, 12].map((step) => ({
    unit: 'time' as const,
    most: MOST_TICKS * step * HOUR,
    ticks: (from: number, to: number, zone: string) => hoursBetween(from, to, step, zone),
  })),
  ...[1, 2, 7, 14].map((step) => ({
    unit: 'day' as const,
    most: MOST_TICKS * step * DAY,
    ticks: (from: number, to: number, zone: string) => daysIn(from, to, step, zone),
  })),
  ...[1, 2, 3, 6].map((step) => ({
    unit: 'month' as const,
    most: MOST_TICKS * step * 31 * DAY,
    ticks: (from: number, to: number, zone: string) => monthsIn(from, to, step, zone),
  })),
  ...[1, 2, 5, 10, 20].map((step) => ({
    unit: 'year' as const,
    most: MOST_TICKS * step * 366 * DAY,
    ticks: (from: number, to: number, zone: string) => monthsIn(from, to, step * 12, zone),
  })),
]

/** The instants that are written at a time axis: round hours, days, months or years of the clinic's clock. Two ends where none lies between. */
export const scaleTime = (from: number, to: number, zone: string): TimeTick[] => {
  if (from === to) return [{ at: from, unit: 'day' }]
  for (const { unit, most, ticks } of steps) {
    if (to - from > most) continue
    const within = [...new Set(ticks(from, to, zone))].filter((at) => at >= from && at <= to)
    if (within.length >= 2 && within.length <= MOST_TICKS) return within.map((at) => ({ at, unit }))
  }
  const unit = to - from < DAY ? 'time' : 'day'
  return [
    { at: from, unit },
    { at: to, unit },
  ]
}
