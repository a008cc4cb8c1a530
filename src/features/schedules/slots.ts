import { eachDay, wallTimeOf } from '#shared/zoned.ts'
import { type HolidayDay, holidayOn, isDue, isHeld, type Occurrence, occurrenceOf, type Plan, type Session, type Span } from './sessions.ts'

const MINUTE = 60_000

/** The slots of one session on one day, as the instants at which they start, in milliseconds; all last `minutes`. */
export interface SlotRow {
  doctor: number
  day: string
  session: number
  room: number | null
  minutes: number
  /** Patients at the same time, and how many more the desk may squeeze in. */
  capacity: number
  overbook: number
  starts: number[]
}

export interface SlotQuestion extends Pick<Plan, 'sessions' | 'timeOff' | 'holidays' | 'zone'> {
  services?: Plan['services']
  /** Both days are included. */
  from: string
  to: string
  now: Date
  noticeMinutes?: number
  /** The service that is asked for: sessions for another one have no slots for it. Null for none; absent: slots of every session. */
  item?: number | null
  /** How long it takes, whatever the service says. */
  minutes?: number
  doctor?: number
  room?: number
  /** Only what the public may book. */
  isPublic?: boolean
}

/** How long an appointment takes: as its service says, else as a slot of the session, else as is usual. */
export const lengthOf = (
  item: number | null,
  session: Pick<Session, 'slot_minutes'> | null,
  { services, settings }: Pick<Plan, 'services' | 'settings'>,
): number => services.find(({ id }) => id === item)?.minutes ?? session?.slot_minutes ?? settings.default_minutes

/** Every session that is held in the range, as instants, by day: what a calendar draws behind the appointments. */
export const occurrencesIn = (
  { sessions, holidays, zone }: Pick<Plan, 'sessions' | 'holidays' | 'zone'>,
  from: string,
  to: string,
): Occurrence[] =>
  eachDay(from, to).flatMap((day) => {
    const isHoliday = holidayOn(holidays, day) !== undefined
    return sessions
      .filter((session) => isDue(session, day) && (session.on_holidays || !isHoliday))
      .map((session) => occurrenceOf(session, day, zone))
  })

const serves = (session: Session, item: number | null | undefined) => item === undefined || session.item === null || session.item === item

const spansByDoctor = (spans: readonly Span[]) => {
  const found = new Map<number, [number, number][]>()
  for (const { doctor, starts_at, ends_at } of spans) {
    const list = found.get(doctor)
    const span: [number, number] = [starts_at.getTime(), ends_at.getTime()]
    if (list) list.push(span)
    else found.set(doctor, [span])
  }
  return found
}

/**
 * The slots of a range of days, by day, doctor and time: steps of slot_minutes of elapsed time from the session's start, each long enough
 * for the service and never past the session's end; none in time off, none before now and the notice. Rows without a slot are left out.
 */
export const slotsOf = (question: SlotQuestion): SlotRow[] => {
  const { sessions, timeOff, holidays, zone, services = [], from, to, now, noticeMinutes = 0, item, isPublic } = question
  const service = services.find(({ id }) => id === item)
  if (isPublic && item != null && !service?.is_public) return []
  const open = sessions.filter(
    (session) =>
      serves(session, item) &&
      (question.doctor === undefined || session.doctor === question.doctor) &&
      (question.room === undefined || session.room === question.room) &&
      (!isPublic || session.is_public),
  )
  const away = spansByDoctor(timeOff)
  const earliest = now.getTime() + noticeMinutes * MINUTE
  const rows: SlotRow[] = []
  for (const { session, day, start, end } of occurrencesIn({ sessions: open, holidays, zone }, from, to)) {
    const minutes = question.minutes ?? service?.minutes ?? session.slot_minutes
    const [length, step, last] = [minutes * MINUTE, session.slot_minutes * MINUTE, end.getTime()]
    if (last <= earliest) continue
    const absent = (away.get(session.doctor) ?? []).filter(([begins, ends]) => begins < last && ends > start.getTime())
    const starts: number[] = []
    for (let at = start.getTime(); at + length <= last; at += step)
      if (at >= earliest && !absent.some(([begins, ends]) => begins < at + length && ends > at)) starts.push(at)
    if (starts.length > 0)
      rows.push({
        doctor: session.doctor,
        day,
        session: session.id,
        room: session.room,
        minutes,
        capacity: session.capacity,
        overbook: session.overbook,
        starts,
      })
  }
  return rows.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.doctor - b.doctor || a.starts[0]! - b.starts[0]!))
}

export type Misfit = 'past' | 'leave' | 'holiday' | 'other_service' | 'no_session'
/** The session an interval lies in; none for a doctor who has no sessions at all, whose time is free. Or why it does not fit. */
export type SlotFit = { fits: true; session: Session | null } | { fits: false; why: Misfit }

export interface Interval extends Pick<Plan, 'sessions' | 'timeOff' | 'holidays' | 'zone'> {
  doctor: number
  start: Date
  end: Date
  /** The service; null for none, which fits only in sessions for every service. */
  item: number | null
  now: Date
}

const within = ({ start, end }: Occurrence, asked: Pick<Interval, 'start' | 'end'>) => start <= asked.start && end >= asked.end

const whyNot = (candidates: readonly Session[], holidays: readonly HolidayDay[], day: string): Misfit => {
  if (candidates.length === 0) return 'no_session'
  return candidates.some((session) => isHeld(session, day, holidays)) ? 'other_service' : 'holiday'
}

/** Where an interval stands in a doctor's plan: it fits when it is in no time off and lies wholly in one session that gives the service. */
export const sessionAt = (asked: Interval): SlotFit => {
  const { doctor, start, end, item, now, zone, holidays } = asked
  if (start < now) return { fits: false, why: 'past' }
  if (asked.timeOff.some((span) => span.doctor === doctor && span.starts_at < end && span.ends_at > start))
    return { fits: false, why: 'leave' }
  const own = asked.sessions.filter((session) => session.doctor === doctor)
  if (own.length === 0) return { fits: true, session: null }
  const { day } = wallTimeOf(start, zone)
  const around = own.filter((session) => isDue(session, day) && within(occurrenceOf(session, day, zone), asked))
  const session = around.find((candidate) => serves(candidate, item) && isHeld(candidate, day, holidays))
  return session ? { fits: true, session } : { fits: false, why: whyNot(around, holidays, day) }
}
