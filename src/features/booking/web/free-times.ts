import { wallTimeOf } from '#shared/zoned.ts'

/** A time that may be booked, and whose it is. */
export interface FreeTime {
  /** ISO, an instant. */
  start: string
  doctor: number | null
}

/** Each time once, soonest first: of two doctors who are free at the same time the first named one. */
export const freeTimes = (times: readonly FreeTime[]): FreeTime[] => {
  const kept = new Map<number, FreeTime>()
  for (const one of times) {
    const at = Date.parse(one.start)
    if (!kept.has(at)) kept.set(at, one)
  }
  return [...kept.entries()].toSorted(([a], [b]) => a - b).map(([, one]) => one)
}

/** Times by their day at the clinic, in order. */
export const daysOf = (times: readonly FreeTime[], zone: string): Map<string, FreeTime[]> =>
  Map.groupBy(times, ({ start }) => wallTimeOf(new Date(start), zone).day)

const PARTS = [
  { label: 'Morning', until: '12:00' },
  { label: 'Afternoon', until: '17:00' },
  { label: 'Evening', until: '24:00' },
] as const

/** The times of a day by morning, afternoon and evening of the clinic's clock; a part without any is left out. */
export const partsOf = (times: readonly FreeTime[], zone: string): { label: string; times: FreeTime[] }[] => {
  const partOf = ({ start }: FreeTime) => {
    const { time } = wallTimeOf(new Date(start), zone)
    return PARTS.find(({ until }) => time < until)
  }
  return PARTS.map((part) => ({ label: part.label, times: times.filter((one) => partOf(one) === part) })).filter(
    ({ times }) => times.length > 0,
  )
}
