import { dateFormat, threeLetterMonths } from './format.ts'

/** A calendar day without its year, where that is clear: 3 Feb. */
export const shortDay = (value: string): string =>
  threeLetterMonths(dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(`${value.slice(0, 10)}T00:00:00Z`)))

/** The name of a month, 1 to 12: November. */
export const monthName = (month: number): string =>
  dateFormat({ month: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2001, month - 1, 1)))

/** The month of a calendar day in few letters: Nov 2026. */
export const shortMonthOf = (value: string): string =>
  threeLetterMonths(dateFormat({ month: 'short', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${value}T00:00:00Z`)))
