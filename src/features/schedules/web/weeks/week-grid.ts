import { addDays, wallTimeOf, weekdayOf } from '#shared/zoned.ts'
import { type HolidayDay, holidayOn, isDue, type Session } from '#features/schedules/rules.ts'
import { minutesOf } from '#web/text/time-text.ts'

/** From and to, in minutes since midnight. */
export type Stretch = readonly [number, number]

export const HOUR = 60
/** A press of a free time starts a session at a half hour. */
export const STEP = 30
const USUAL: Stretch = [7 * HOUR, 18 * HOUR]
const END_OF_DAY = 24 * HOUR

/** The Monday of the week that `day` is in. */
export const mondayOf = (day: string): string => addDays(day, 1 - weekdayOf(day))
export const weekFrom = (monday: string): string[] => [0, 1, 2, 3, 4, 5, 6].map((at) => addDays(monday, at))

export const stretchOf = ({ starts_at, ends_at }: Pick<Session, 'starts_at' | 'ends_at'>): Stretch => [
  minutesOf(starts_at),
  minutesOf(ends_at),
]

/** The whole hours that a week is drawn from and to: the usual ones, and earlier or later where a session is. */
export const hoursOf = (sessions: readonly Pick<Session, 'starts_at' | 'ends_at'>[]): Stretch => {
  const stretches = sessions.map(stretchOf)
  const first = Math.min(USUAL[0], ...stretches.map(([from]) => from))
  const last = Math.max(USUAL[1], ...stretches.map(([, to]) => to))
  return [Math.floor(first / HOUR) * HOUR, Math.ceil(last / HOUR) * HOUR]
}

export interface Placed<S> {
  session: S
  lane: number
  lanes: number
}

/** Sessions that would cover one another when drawn at least `least` minutes high stand side by side. */
export const inLanes = <S extends Pick<Session, 'starts_at' | 'ends_at'>>(sessions: readonly S[], least: number): Placed<S>[] => {
  const placed: Placed<S>[] = []
  let group: Placed<S>[] = []
  let ends: number[] = []
  const close = () => {
    for (const one of group) one.lanes = ends.length
    group = []
    ends = []
  }
  for (const session of sessions.toSorted((a, b) => a.starts_at.localeCompare(b.starts_at))) {
    const [from, to] = stretchOf(session)
    if (ends.every((end) => end <= from)) close()
    const free = ends.findIndex((end) => end <= from)
    const lane = free === -1 ? ends.length : free
    ends[lane] = Math.max(to, from + least)
    const one = { session, lane, lanes: 1 }
    group.push(one)
    placed.push(one)
  }
  close()
  return placed
}

/** What is left of `whole` without the others, in order. */
export const without = (whole: Stretch, others: readonly Stretch[]): Stretch[] => {
  let at = whole[0]
  const left: Stretch[] = []
  for (const [from, to] of others.toSorted((a, b) => a[0] - b[0])) {
    if (from > at) left.push([at, Math.min(from, whole[1])])
    at = Math.max(at, to)
  }
  if (at < whole[1]) left.push([at, whole[1]])
  return left.filter(([from, to]) => to > from)
}

interface Away {
  doctor: number
  starts_at: string
  ends_at: string
}
/** The part of a day that somebody is away for; null for none of it. */
export const awayOn = ({ starts_at, ends_at }: Pick<Away, 'starts_at' | 'ends_at'>, day: string, zone: string): Stretch | null => {
  const from = wallTimeOf(new Date(starts_at), zone)
  const to = wallTimeOf(new Date(ends_at), zone)
  const begins = from.day < day ? 0 : from.day === day ? minutesOf(from.time) : END_OF_DAY
  const ends = to.day > day ? END_OF_DAY : to.day === day ? minutesOf(to.time) : 0
  return ends > begins ? [begins, ends] : null
}

export interface DayOf<S extends Session, A extends Away> {
  day: string
  holiday: string | null
  /** What the week plan puts on this day, in order of time. */
  sessions: (S & { isHeld: boolean })[]
  away: { span: A; stretch: Stretch }[]
}

const ownAway = (away: readonly { span: Away; stretch: Stretch }[], doctor: number): Stretch[] =>
  away.flatMap(({ span, stretch }) => (span.doctor === doctor ? [stretch] : []))

/** What a week holds, day by day: sessions, also those that a holiday or leave stops, and who is away. */
export const daysOf = <S extends Session, A extends Away>(
  monday: string,
  plan: { sessions: readonly S[]; timeOff: readonly A[]; holidays: readonly HolidayDay[]; zone: string },
): DayOf<S, A>[] =>
  weekFrom(monday).map((day) => {
    const holiday = holidayOn(plan.holidays, day)?.name ?? null
    const away = plan.timeOff.flatMap((span) => {
      const stretch = awayOn(span, day, plan.zone)
      return stretch ? [{ span, stretch }] : []
    })
    const sessions = plan.sessions
      .filter((session) => isDue(session, day))
      .map((session) => ({
        ...session,
        isHeld: (holiday === null || session.on_holidays) && without(stretchOf(session), ownAway(away, session.doctor)).length > 0,
      }))
      .toSorted((a, b) => a.starts_at.localeCompare(b.starts_at))
    return { day, holiday, sessions, away }
  })

/** When somebody is there on a day, in stretches that do not overlap one another for one doctor. */
const presentOn = <S extends Session, A extends Away>({ sessions, away }: DayOf<S, A>): Stretch[] =>
  sessions.filter(({ isHeld }) => isHeld).flatMap((session) => without(stretchOf(session), ownAway(away, session.doctor)))

/** Each day's times at which nobody is there, between the first and the last session of the week; null for a day without anybody. */
export const gapsOf = <S extends Session, A extends Away>(days: readonly DayOf<S, A>[]): (Stretch[] | null)[] => {
  const present = days.map(presentOn)
  const all = present.flat()
  const open: Stretch = [Math.min(...all.map(([from]) => from)), Math.max(...all.map(([, to]) => to))]
  return present.map((stretches) => (stretches.length === 0 ? null : without(open, stretches)))
}

const LONGEST = 5 * HOUR
/** Until when a session that starts at `from` goes unless somebody says otherwise: the next one, or half a day. */
export const endAfter = (from: number, sessions: readonly Pick<Session, 'starts_at' | 'ends_at'>[]): number => {
  const next = Math.min(END_OF_DAY, ...sessions.map((session) => stretchOf(session)[0]).filter((start) => start > from))
  return next - from <= LONGEST ? next : Math.min(END_OF_DAY, from + 4 * HOUR)
}
