import { addDays, firstInstantFrom, wallTimeOf } from '#shared/zoned.ts'

export interface QuietHours {
  /** HH:mm of the clinic's clock; equal means never quiet. */
  from: string
  to: string
  zone: string
}

/** The first moment from `instant` on at which it is not quiet. */
export const afterQuiet = (instant: Date, { from, to, zone }: QuietHours): Date => {
  const { day, time } = wallTimeOf(instant, zone)
  const isQuiet = from < to ? from <= time && time < to : from !== to && (time >= from || time < to)
  if (!isQuiet) return instant
  const end = firstInstantFrom(time < to ? day : addDays(day, 1), to, zone)
  // Where the clocks go back, quiet hours are over when they end for the first time.
  return end > instant ? end : instant
}

/**
 * When a message whose turn has come at `turn` may go out. One that was begun within these very quiet hours, as the answer to what the
 * person did on the page, is not held back by them when it has to be tried again.
 */
export const sendTime = (turn: Date, created: Date, quiet: QuietHours): Date => {
  const end = afterQuiet(turn, quiet)
  return afterQuiet(created, quiet).getTime() === end.getTime() ? turn : end
}
