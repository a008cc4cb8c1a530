import { instantOf } from '#shared/zoned.ts'
import { isDay } from './day-text.ts'
import { parseTime } from './time-text.ts'

/** The instant of a typed day and time of `zone`, as calls send it; what is no day or no time goes as it stands, and is refused. */
export const instantText = (day: string, time: string, zone: string): string =>
  isDay(day) && parseTime(time) === time ? instantOf(day, time, zone).toISOString() : `${day} ${time}`
