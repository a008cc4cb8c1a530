import { ApiError } from '#web/calls/api.ts'
import { date, dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { timesOf, weekdayWord } from './schedule-labels.ts'
import type { LeaveOnScreen, SessionOnScreen } from './use-week-plan.ts'

/** The session that stands in the way of another one, and the first day on which it does. */
export const otherSession = (error: unknown): { other: SessionOnScreen; day: string } | null =>
  error instanceof ApiError && error.code === 'session_overlap' && typeof error.body['other'] === 'object'
    ? { other: error.body['other'] as SessionOnScreen, day: String(error.body['day']) }
    : null

/** Who has which session there already, in words; null for any other failure. */
export const overlapText = (error: unknown): string | null => {
  const found = otherSession(error)
  if (!found) return null
  const { other, day } = found
  const values = {
    doctor: other.doctor_name,
    times: timesOf(other),
    weekday: weekdayWord(other.weekday),
    room: other.room_name,
    day: date(day),
  }
  return other.room_name === null
    ? t('{doctor} already has a session then: {weekday} {times}, for example on {day}.', values)
    : t('{doctor} already has a session then: {weekday} {times}, {room}, for example on {day}.', values)
}

/** The leave that stands in the way of another one, in words; null for any other failure. */
export const leaveOverlapText = (error: unknown): string | null => {
  if (!(error instanceof ApiError) || error.code !== 'time_off_overlap' || typeof error.body['other'] !== 'object') return null
  const { doctor_name, starts_at, ends_at } = error.body['other'] as LeaveOnScreen
  return t('{doctor} is already away then: {from} to {to}.', {
    doctor: doctor_name,
    from: dateTime(starts_at),
    to: dateTime(ends_at),
  })
}
