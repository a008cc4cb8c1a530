import { z } from 'zod'
import { addDays, weekdayOf } from '#shared/zoned.ts'

/** The days of a report, YYYY-MM-DD, both included. */
export interface Days {
  from: string
  to: string
}

export const presets = ['today', 'yesterday', 'week', 'month', 'last-month'] as const
export type Preset = (typeof presets)[number]

const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`

/** The days that a word stands for on a day of the clinic; a week begins on Monday, and what is still going on ends today. */
export const daysOf = (preset: Preset, today: string): Days => {
  const yesterday = addDays(today, -1)
  const endOfLastMonth = addDays(firstOfMonth(today), -1)
  return {
    today: { from: today, to: today },
    yesterday: { from: yesterday, to: yesterday },
    week: { from: addDays(today, 1 - weekdayOf(today)), to: today },
    month: { from: firstOfMonth(today), to: today },
    'last-month': { from: firstOfMonth(endOfLastMonth), to: endOfLastMonth },
  }[preset]
}

const Day = z.iso.date()
/** What of a range stands in the address: a word, or two days. */
export const rangeState = { range: z.enum(presets), from: Day, to: Day }

/** The days that an address asks for; this month when it names none, or days that are no range. */
export const daysIn = ({ range, from, to }: { range?: Preset; from?: string; to?: string }, today: string): Days => {
  if (from && to && from <= to) return { from, to }
  return daysOf(range ?? 'month', today)
}

/** The whole month of a day. */
export const monthOf = (day: string): Days => {
  const from = firstOfMonth(day)
  return { from, to: addDays(firstOfMonth(addDays(from, 31)), -1) }
}
