// The one place where the clinic's clock becomes an instant and an instant its clock. Offsets and times are milliseconds.
const MINUTE = 60_000
const DAY = 86_400_000
/** Days whose offset is kept for a zone: eleven years. */
const KEPT_DAYS = 4_000

interface Zone {
  format: Intl.DateTimeFormat
  /** The offset at the beginning of a UTC day. */
  days: Map<number, number>
}
const zones = new Map<string, Zone>()

const zoneOf = (name: string): Zone => {
  let zone = zones.get(name)
  if (!zone) {
    zone = { format: new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' }), days: new Map() }
    zones.set(name, zone)
  }
  return zone
}

const readOffset = ({ format }: Zone, at: number) => {
  // Such as GMT+05:45, GMT-00:44:30, or GMT alone.
  const match = /GMT([+-])(\d+):(\d+)(?::(\d+))?$/.exec(format.format(at))
  if (!match) return 0
  const [, sign, hours, minutes, seconds = '0'] = match
  return (sign === '-' ? -1 : 1) * ((Number(hours) * 60 + Number(minutes)) * MINUTE + Number(seconds) * 1000)
}

const offsetOfDay = (zone: Zone, day: number) => {
  let offset = zone.days.get(day)
  if (offset === undefined) {
    if (zone.days.size >= KEPT_DAYS) zone.days.clear()
    offset = readOffset(zone, day * DAY)
    zone.days.set(day, offset)
  }
  return offset
}

/** By how much the zone's clock is ahead of UTC: that of the day, unless it changes within the day. */
const offsetAt = (at: number, zone: Zone) => {
  const day = Math.floor(at / DAY)
  const offset = offsetOfDay(zone, day)
  return offset === offsetOfDay(zone, day + 1) ? offset : readOffset(zone, at)
}

const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY
const dayOf = (number: number) => new Date(number * DAY).toISOString().slice(0, 10)

/** What the clock shows, read as if it were UTC. '24:00' is the end of the day. */
const clockOf = (day: string, time: string) =>
  dayNumber(day) * DAY + (Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))) * MINUTE + Number(time.slice(6, 8)) * 1000

/** The instant at which the clock shows `clock`: the first of two; null when the clocks skip it. */
const find = (clock: number, zone: Zone, before: number, after: number) => {
  const first = clock - Math.max(before, after)
  if (before === after || offsetAt(first, zone) === clock - first) return first
  const second = clock - Math.min(before, after)
  return offsetAt(second, zone) === clock - second ? second : null
}

const around = (day: string, time: string, zone: Zone) => {
  const clock = clockOf(day, time)
  const before = offsetAt(clock - DAY, zone)
  const after = offsetAt(clock + DAY, zone)
  return { clock, before, found: find(clock, zone, before, after) }
}

/** When the clock of `zone` shows `time` (HH:mm, or HH:mm:ss; 24:00 ends the day) on `day`. A time that the clocks skip moves forward by
 * what they skip; of one that comes twice it is the first. */
export const instantOf = (day: string, time: string, zone: string): Date => {
  const { clock, before, found } = around(day, time, zoneOf(zone))
  return new Date(found ?? clock - before)
}

/** True for a time that the clock of `zone` never shows on `day`, because the clocks go forward over it. */
export const isSkipped = (day: string, time: string, zone: string): boolean => around(day, time, zoneOf(zone)).found === null

/** The first instant at which the clock of `zone` shows `time` on `day` or later: for a time that is skipped, when the clocks change. */
export const firstInstantFrom = (day: string, time: string, zone: string): Date => {
  const known = zoneOf(zone)
  const { clock, before, found } = around(day, time, known)
  if (found !== null) return new Date(found)
  // The change lies between these two; clocks change on whole seconds.
  let low = clock - before - DAY
  let high = clock - before
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000
    if (offsetAt(middle, known) === before) low = middle
    else high = middle
  }
  return new Date(high)
}

/** What the clock of `zone` shows at `instant`: the day as YYYY-MM-DD, the time as HH:mm. */
export const wallTimeOf = (instant: Date, zone: string): { day: string; time: string } => {
  const at = instant.getTime()
  const shown = new Date(at + offsetAt(at, zoneOf(zone))).toISOString()
  const middle = shown.indexOf('T')
  return { day: shown.slice(0, middle), time: shown.slice(middle + 1, middle + 6) }
}

/** The day so many days later; earlier when negative. */
export const addDays = (day: string, days: number): string => dayOf(dayNumber(day) + days)

/** Whole days from one day to another; negative when it comes before. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from)

/** ISO: Monday is 1, Sunday 7. */
export const weekdayOf = (day: string): number => ((((dayNumber(day) + 3) % 7) + 7) % 7) + 1

/** The Monday of the day's week, counted in weeks since the first Monday of 1970 or before it. */
export const weekNumberOf = (day: string): number => Math.floor((dayNumber(day) + 3) / 7)

/** Every day from `from` to `to`, both included; none when `to` is earlier. */
export const eachDay = (from: string, to: string): string[] => {
  const first = dayNumber(from)
  return Array.from({ length: Math.max(0, dayNumber(to) - first + 1) }, (_, index) => dayOf(first + index))
}
