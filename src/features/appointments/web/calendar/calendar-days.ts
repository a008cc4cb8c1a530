import { addDays, eachDay, wallTimeOf, weekdayOf } from '#shared/zoned.ts'

export const views = ['day', 'week', 'month'] as const
export type View = (typeof views)[number]

export const DAY_MINUTES = 1440

const monthStart = (day: string) => `${day.slice(0, 7)}-01`
const monthOn = (day: string, by: number) => {
  const at = new Date(`${monthStart(day)}T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + by)
  return at.toISOString().slice(0, 10)
}
const mondayOf = (day: string) => addDays(day, 1 - weekdayOf(day))

/** The days that a view of `day` shows; a month is shown in whole weeks, Mondays first. */
export const daysOf = (view: View, day: string): string[] => {
  if (view === 'day') return [day]
  if (view === 'week') return eachDay(mondayOf(day), addDays(mondayOf(day), 6))
  const last = addDays(monthOn(day, 1), -1)
  return eachDay(mondayOf(monthStart(day)), addDays(last, 7 - weekdayOf(last)))
}

/** The day to show after going `by` days, weeks or months; the 31st becomes the last day of a shorter month. */
export const stepped = (view: View, day: string, by: number): string => {
  if (view === 'day') return addDays(day, by)
  if (view === 'week') return addDays(day, 7 * by)
  const last = addDays(monthOn(day, by + 1), -1)
  const wanted = `${last.slice(0, 8)}${day.slice(8)}`
  return wanted < last ? wanted : last
}

/** Minutes since midnight as the clock shows them: 620 is 10:20. */
export const clock = (at: number): string => `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`

export interface Wall {
  day: string
  /** Minutes since midnight by the clinic's clock. */
  at: number
}

/** An instant of the wire by the clinic's clock. */
export const toWallTime = (instant: string | number, zone: string): Wall => {
  const { day, time } = wallTimeOf(new Date(instant), zone)
  return { day, at: Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)) }
}

export interface Piece extends Wall {
  /** Where it ends on that day, in minutes since midnight. */
  to: number
  /** What began on an earlier day. */
  isRest: boolean
}

/** The pieces of a span by day. When the clocks go back within it, it is drawn as long as it takes. */
export const piecesOf = (start: string, end: string, zone: string): Piece[] => {
  const from = toWallTime(start, zone)
  const to = toWallTime(end, zone)
  const took = Math.round((Date.parse(end) - Date.parse(start)) / 60_000)
  if (to.day === from.day) {
    const until = to.at > from.at ? to.at : Math.min(DAY_MINUTES, from.at + took)
    return [{ ...from, to: until, isRest: false }]
  }
  return eachDay(from.day, to.day).flatMap((day) => {
    const piece = { day, at: day === from.day ? from.at : 0, to: day === to.day ? to.at : DAY_MINUTES, isRest: day !== from.day }
    return piece.to > piece.at ? [piece] : []
  })
}
