const padded = (hours: number, minutes: number) => `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`

/**
 * The time of day that a person typed, as `HH:mm`: 8, 8:30, 8.30, 8h30, 0830, 5 pm. 24:00 is the end of the day. Null when there is no
 * such time.
 */
export const parseTime = (typed: string): string | null => {
  const text = typed.trim().toLowerCase()
  const match = /^(\d{1,2})(?:\s*[:.,h]\s*(\d{2})?)?\s*(am|pm)?$/.exec(text) ?? /^(\d{1,2})(\d{2})\s*(am|pm)?$/.exec(text)
  if (!match) return null
  const [, hour = '', minute = '0', half] = match
  const [hours, minutes] = [Number(hour), Number(minute)]
  if (minutes > 59 || hours > 24 || (hours === 24 && minutes > 0)) return null
  if (half === undefined) return padded(hours, minutes)
  if (hours < 1 || hours > 12) return null
  return padded((hours % 12) + (half === 'pm' ? 12 : 0), minutes)
}

/** Minutes since midnight of `HH:mm`; NaN for what is no time. */
export const minutesOf = (time: string): number =>
  /^\d{2}:\d{2}$/.test(time) ? Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) : Number.NaN

/** `HH:mm` of minutes since midnight, at most 24:00. */
export const timeOf = (minutes: number): string => padded(Math.floor(Math.min(1440, minutes) / 60), Math.min(1440, minutes) % 60)
