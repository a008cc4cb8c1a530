import { instantOf } from '#shared/zoned.ts'

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)
const isTime = (text: string) => /^\d{2}:\d{2}$/.test(text)

/** The instant of a typed day and time of `zone`, as calls send it; what is no day or no time goes as it stands, and is refused. */
export const instantText = (day: string, time: string, zone: string): string =>
  isDay(day) && isTime(time) ? instantOf(day, time, zone).toISOString() : `${day} ${time}`
