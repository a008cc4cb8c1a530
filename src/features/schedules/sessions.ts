import { addDays, firstInstantFrom, weekdayOf, weekNumberOf } from '#shared/zoned.ts'
import type { BookableService, BookingSettings, Holiday, Schedule, TimeOff } from './contract.ts'

/** A session as the rules read it. */
export type Session = Omit<Schedule, 'doctor_name' | 'room_name' | 'item_name' | 'version'>
export type Span = Pick<TimeOff, 'doctor' | 'starts_at' | 'ends_at'>
export type HolidayDay = Pick<Holiday, 'day' | 'name' | 'is_yearly'>
export type ServiceTime = Pick<BookableService, 'id' | 'minutes' | 'is_public'>

/** When doctors see patients in a range of days: what free slots are computed from. */
export interface Plan {
  zone: string
  sessions: readonly Session[]
  timeOff: readonly (Span & Pick<TimeOff, 'id' | 'kind'>)[]
  holidays: readonly HolidayDay[]
  services: readonly ServiceTime[]
  settings: BookingSettings
}

/** One session on one day. */
export interface Occurrence {
  session: Session
  day: string
  start: Date
  end: Date
}

/** The holiday that `day` is, if it is one. A yearly 29th of February is one in leap years alone. */
export const holidayOn = <H extends HolidayDay>(holidays: readonly H[], day: string): H | undefined =>
  holidays.find((holiday) => holiday.day === day || (holiday.is_yearly && holiday.day.slice(5) === day.slice(5)))

type Recurrence = Pick<Session, 'weekday' | 'valid_from' | 'valid_to' | 'every_weeks'>

/** Whether the week plan puts the session on `day`, holidays apart. */
export const isDue = ({ weekday, valid_from, valid_to, every_weeks }: Recurrence, day: string): boolean =>
  weekdayOf(day) === weekday &&
  day >= valid_from &&
  (valid_to === null || day <= valid_to) &&
  (weekNumberOf(day) - weekNumberOf(valid_from)) % every_weeks === 0

/** Whether the session is held on `day`. */
export const isHeld = (session: Recurrence & Pick<Session, 'on_holidays'>, day: string, holidays: readonly HolidayDay[]): boolean =>
  isDue(session, day) && (session.on_holidays || !holidayOn(holidays, day))

/**
 * From when to when a session lasts on `day`. A beginning or end that the clocks skip is the moment at which they change, so that sessions
 * that follow one another never overlap; of a time that comes twice it is the first.
 */
export const occurrenceOf = (session: Session, day: string, zone: string): Occurrence => ({
  session,
  day,
  start: firstInstantFrom(day, session.starts_at, zone),
  end: firstInstantFrom(day, session.ends_at, zone),
})

const minimum = (a: string | null, b: string | null) => (a === null || b === null ? (a ?? b) : a < b ? a : b)
/** After so many weeks any two rhythms of at most eight weeks have met, or never do. */
const RHYTHM = 56

/** A day on which both are due at overlapping times; null when there is none. Holidays are no way out: they come and go. */
export const commonDay = (
  a: Recurrence & Pick<Session, 'starts_at' | 'ends_at'>,
  b: Recurrence & Pick<Session, 'starts_at' | 'ends_at'>,
): string | null => {
  if (a.weekday !== b.weekday || a.starts_at >= b.ends_at || b.starts_at >= a.ends_at) return null
  const from = a.valid_from > b.valid_from ? a.valid_from : b.valid_from
  const to = minimum(a.valid_to, b.valid_to)
  const first = addDays(from, (a.weekday - weekdayOf(from) + 7) % 7)
  for (let week = 0; week < RHYTHM; week++) {
    const day = addDays(first, week * 7)
    if (to !== null && day > to) return null
    if (isDue(a, day) && isDue(b, day)) return day
  }
  return null
}

/** The first day of the session, holidays apart; null when it ends before that. */
export const firstDayOf = (session: Recurrence): string | null => {
  const from = session.valid_from
  const first = addDays(from, (session.weekday - weekdayOf(from) + 7) % 7)
  const day = isDue({ ...session, valid_to: null }, first) ? first : addDays(first, (session.every_weeks - 1) * 7)
  return session.valid_to !== null && day > session.valid_to ? null : day
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** What does not fit in a session by itself, by field. */
export const sessionErrors = (
  session: Pick<Session, 'starts_at' | 'ends_at' | 'slot_minutes' | 'valid_from' | 'valid_to'>,
): Record<string, string[]> => {
  const length = minutesOf(session.ends_at) - minutesOf(session.starts_at)
  const errors: Record<string, string[]> = {}
  if (length <= 0) errors['ends_at'] = ['The end of a session must be after its start. A session over midnight needs two sessions.']
  else if (length < session.slot_minutes) errors['slot_minutes'] = ['A slot is longer than the session.']
  if (session.valid_to !== null && session.valid_to < session.valid_from)
    errors['valid_to'] = ['The last day must not be before the first.']
  return errors
}
