import { addDays } from '#shared/zoned.ts'
import { today } from '#web/text/format.ts'

/** Whether a batch may not be used any more: its last day is past. */
export const isExpired = (day: string | null, now = today()): boolean => day !== null && day < now

/** Whether its last day comes within so many days. */
export const expiresWithin = (day: string | null, days: number, now = today()): boolean =>
  day !== null && day >= now && day <= addDays(now, days)
