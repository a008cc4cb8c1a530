import { addDays } from '#shared/zoned.ts'
import { today } from '#web/text/format.ts'

/** Weeks that are over, each named by its Monday: one that is not yet would look like a fall. All of them when none is over. */
export const wholeWeeks = <Week extends { week: string }>(weeks: readonly Week[], now = today()): Week[] => {
  const over = weeks.filter(({ week }) => addDays(week, 7) <= now)
  return over.length > 0 ? over : [...weeks]
}
