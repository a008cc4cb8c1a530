import { addDays, weekdayOf } from '#shared/zoned.ts'

export type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year'

/** Days of the clinic, both included. */
export interface Days {
  from: string
  to: string
}

const monthNames = 'January February March April May June July August September October November December'.split(' ')
const pad = (value: number, length: number) => String(value).padStart(length, '0')

export const yearOf = (day: string): number => Number(day.slice(0, 4))
export const monthOf = (day: string): number => Number(day.slice(5, 7))
const dateOf = (day: string) => Number(day.slice(8, 10))

const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** The day, or null where the calendar has none such, or for a year that nobody means. */
export const dayOn = (year: number, month: number, date: number): string | null =>
  isYear(year) && month >= 1 && month <= 12 && date >= 1 && date <= daysIn(year, month)
    ? `${pad(year, 4)}-${pad(month, 2)}-${pad(date, 2)}`
    : null

/** True for a number that can be a year of a clinic's records; some records carry years moved into the 2100s. */
export const isYear = (value: number): boolean => value >= 1900 && value <= 2199

/** Months are counted on over the ends of years: month 13 is January of the next. */
export const monthsFrom = (year: number, month: number, count = 1): Days => {
  const first = year * 12 + month - 1
  const last = first + count - 1
  const [endYear, endMonth] = [Math.floor(last / 12), (last % 12) + 1]
  return {
    from: `${pad(Math.floor(first / 12), 4)}-${pad((first % 12) + 1, 2)}-01`,
    to: `${pad(endYear, 4)}-${pad(endMonth, 2)}-${daysIn(endYear, endMonth)}`,
  }
}

/** The same date so many months later, or the last of a month that is too short for it. */
export const addMonths = (day: string, months: number): string => {
  const { from, to } = monthsFrom(yearOf(day), monthOf(day) + months)
  return addDays(from, Math.min(dateOf(day), dateOf(to)) - 1)
}

const monthsIn = { month: 1, quarter: 3, year: 12 }

/** The calendar's day, week (from Monday), month, quarter or year that `day` falls in, or the one so many later. */
export const unitAt = (unit: Unit, day: string, later = 0): Days => {
  if (unit === 'day') return { from: addDays(day, later), to: addDays(day, later) }
  if (unit === 'week') {
    const monday = addDays(day, 1 - weekdayOf(day) + 7 * later)
    return { from: monday, to: addDays(monday, 6) }
  }
  const length = monthsIn[unit]
  const first = Math.floor((monthOf(day) - 1) / length) * length + 1
  return monthsFrom(yearOf(day), first + later * length, length)
}

/** The very day so many units later, or earlier when negative. */
export const addUnits = (day: string, unit: Unit, count: number): string =>
  unit === 'day' || unit === 'week' ? addDays(day, count * (unit === 'day' ? 1 : 7)) : addMonths(day, count * monthsIn[unit])

const isMonthEnd = (day: string) => addDays(day, 1).endsWith('-01')
const areMonths = ({ from, to }: Days) => from.endsWith('-01') && isMonthEnd(to)
const monthCount = ({ from, to }: Days) => (yearOf(to) - yearOf(from)) * 12 + monthOf(to) - monthOf(from) + 1

/** The span of the same length that ends where this one begins: months before months, days before days. */
export const spanBefore = (days: Days): Days => {
  if (areMonths(days)) return monthsFrom(yearOf(days.from), monthOf(days.from) - monthCount(days), monthCount(days))
  const length = (Date.parse(days.to) - Date.parse(days.from)) / 86_400_000 + 1
  return { from: addDays(days.from, -length), to: addDays(days.from, -1) }
}

/** The same dates so many units later; whole months stay whole. */
export const moved = (days: Days, unit: Unit, count: number): Days =>
  areMonths(days) && unit !== 'day' && unit !== 'week'
    ? monthsFrom(yearOf(days.from), monthOf(days.from) + count * monthsIn[unit], monthCount(days))
    : { from: addUnits(days.from, unit, count), to: addUnits(days.to, unit, count) }

const monthName = (day: string) => monthNames[monthOf(day) - 1]!
/** '1 June 2026'. */
export const dayLabel = (day: string): string => `${dateOf(day)} ${monthName(day)} ${yearOf(day)}`

const monthsLabel = ({ from, to }: Days) => {
  const isSameYear = yearOf(from) === yearOf(to)
  if (from.slice(5, 7) === '01' && to.slice(5, 7) === '12') return isSameYear ? `${yearOf(from)}` : `${yearOf(from)}–${yearOf(to)}`
  const end = `${monthName(to)} ${yearOf(to)}`
  if (from.slice(0, 7) === to.slice(0, 7)) return end
  return isSameYear ? `${monthName(from)}–${end}` : `${monthName(from)} ${yearOf(from)} – ${end}`
}

const closedLabel = (days: Days) => {
  const { from, to } = days
  if (from === to) return dayLabel(from)
  if (areMonths(days)) return monthsLabel(days)
  if (from.slice(0, 7) === to.slice(0, 7)) return `${dateOf(from)}–${dayLabel(to)}`
  return yearOf(from) === yearOf(to) ? `${dateOf(from)} ${monthName(from)} – ${dayLabel(to)}` : `${dayLabel(from)} – ${dayLabel(to)}`
}

/** How an answer states the days: 'October 2026', '1–7 October 2026', 'since 1 June 2026', 'all time'. */
export const periodLabel = (from: string | null, to: string | null): string => {
  if (from && to) return closedLabel({ from, to })
  if (from) return `since ${dayLabel(from)}`
  return to ? `until ${dayLabel(to)}` : 'all time'
}
