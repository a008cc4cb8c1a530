import { type Random, weightTable } from './random.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/** The demonstration clinic is in Africa/Nairobi, which has had no summer time since it took UTC+3. */
const utcOffset = 180 * MINUTE

/** Days since 1 January 1970 of a `YYYY-MM-DD` date. Throws on anything else. */
export const dayOf = (date: string) => {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(time)) throw new RangeError(`Not a date: ${date}`)
  return time / DAY
}

const dates = new Map<number, string>()

/** The `YYYY-MM-DD` date of a day number. */
export const dateOf = (day: number) => {
  let date = dates.get(day)
  if (date === undefined) {
    date = new Date(day * DAY).toISOString().slice(0, 10)
    dates.set(day, date)
  }
  return date
}

/** The clinic's date on which an instant (epoch milliseconds) falls, as a day number. */
export const dayOfInstant = (instant: number) => Math.floor((instant + utcOffset) / DAY)

/** Epoch milliseconds of a minute of a day in the clinic's time zone. */
export const instantAt = (day: number, minute: number) => day * DAY + Math.round(minute * MINUTE) - utcOffset

/** ISO 8601 in UTC. */
export const isoInstant = (instant: number) => new Date(instant).toISOString()

/** Month 0 to 11 of a day number. */
export const monthOf = (day: number) => Number(dateOf(day).slice(5, 7)) - 1

/** Weekday of a day number, 0 is Sunday. */
export const weekdayOf = (day: number) => (day + 4) % 7

/** Completed years between two day numbers, as people count birthdays. */
export const yearsBetween = (birth: number, day: number) => {
  const from = dateOf(birth)
  const to = dateOf(day)
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4))
  return to.slice(5) < from.slice(5) ? years - 1 : years
}

const weekdayVisits = [0.12, 1.45, 1.1, 1, 1, 1.05, 0.55]
const monthVisits = [0.95, 0.9, 0.95, 1.1, 1.2, 1.15, 1.15, 1, 0.9, 0.95, 1.1, 0.85]

/** How busy the clinic is on a day, 1 being an ordinary Wednesday: Mondays full, Sundays nearly empty, holidays quiet. */
const busyness = (day: number) => {
  const date = dateOf(day).slice(5)
  const holiday = date === '12-25' || date === '01-01' || date === '12-12' ? 0.15 : 1
  return (weekdayVisits[weekdayOf(day)] as number) * (monthVisits[monthOf(day)] as number) * holiday
}

// Arrivals per half hour from 08:00.
const weekdayArrivals = [9, 11, 12, 11.5, 10.5, 9.5, 8, 7, 6, 4.5, 3, 3.5, 6, 6.5, 6, 5, 3.5, 2]
const saturdayArrivals = [9, 11, 12, 11, 10, 9, 7, 5, 3, 1.5]
const sundayArrivals = [1, 2, 4, 5, 5, 4, 3, 2]

const SLOTS = 2048
const quantiles = (arrivals: readonly number[]) => {
  const total = arrivals.reduce((sum, n) => sum + n, 0)
  let half = 0
  let before = 0
  return Float64Array.from({ length: SLOTS + 1 }, (_, slot) => {
    const wanted = (slot / SLOTS) * total
    while (half < arrivals.length - 1 && before + (arrivals[half] as number) < wanted) before += arrivals[half++] as number
    return 480 + half * 30 + Math.min(1, (wanted - before) / (arrivals[half] as number)) * 30
  })
}
const weekday = quantiles(weekdayArrivals)
const saturday = quantiles(saturdayArrivals)
const sunday = quantiles(sundayArrivals)

/** The minute of the day at which the given share (0 to 1) of a day's arrivals has come; grows with the share. */
export const arrivalMinute = (day: number, share: number) => {
  const of = weekdayOf(day)
  const table = of === 0 ? sunday : of === 6 ? saturday : weekday
  const slot = Math.min(SLOTS - 1, Math.floor(share * SLOTS))
  const from = table[slot] as number
  return from + ((table[slot + 1] as number) - from) * (share * SLOTS - slot)
}

/** Arrivals over a span of days, both ends included; each day has its share by how busy it is, and the last has `1 + growth` times the first's. */
export const arrivals = (firstDay: number, lastDay: number, growth = 0) => {
  const days = Array.from({ length: lastDay - firstDay + 1 }, (_, i) => firstDay + i)
  const { totals, total } = weightTable(days, (day) => busyness(day) * (1 + (growth * (day - firstDay)) / days.length))
  const before = (index: number) => (index <= 0 ? 0 : (totals[index - 1] as number))
  const indexAt = (wanted: number) => {
    let low = 0
    let high = days.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((totals[middle] as number) > wanted) high = middle
      else low = middle + 1
    }
    return low
  }
  return {
    /** A day at random from `from` to `to`, both included, busy days more often. */
    dayBetween: (rng: Random, from: number, to: number) => {
      const start = before(from - firstDay)
      return days[indexAt(start + rng.next() * (before(to - firstDay + 1) - start))] as number
    },
    /** The instant when the given share (0 to below 1) of all arrivals has come; grows with the share. */
    instant: (share: number) => {
      const wanted = share * total
      const index = indexAt(wanted)
      const day = days[index] as number
      const ofDay = (wanted - before(index)) / (before(index + 1) - before(index))
      return instantAt(day, arrivalMinute(day, Math.min(0.999999, ofDay)))
    },
  }
}
