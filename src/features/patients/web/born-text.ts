import { birthText } from '#shared/birth.ts'
import { parseDay } from '#web/text/day-text.ts'
import { age, date, today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { estimatedBirth, isBirthDate } from '../rules.ts'

export interface Born {
  /** `YYYY-MM-DD`. */
  date: string
  isEstimated: boolean
}

/** What was typed into the box for a date of birth or an age; null when it is neither. */
export const readBorn = (typed: string, at = today()): Born | null => {
  const day = parseDay(typed)
  if (day) return { date: day, isEstimated: false }
  const estimate = estimatedBirth(typed, at)
  return estimate === null ? null : { date: estimate, isEstimated: true }
}

/** The reading of it in plain words, shown under the box. */
export const bornInWords = (typed: string): string => {
  const born = readBorn(typed)
  if (!born || !isBirthDate(born.date)) return t('Enter a date (3/2/1990) or an age (34, 8 mo, 3 w)')
  return t('{age}, born {date}', { age: age(born.date), date: birthText(born.date, born.isEstimated, { t, day: date }) })
}
