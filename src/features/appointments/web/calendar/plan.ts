import type { ResponseOf } from '#shared/endpoint.ts'
import { isSkipped } from '#shared/zoned.ts'
import type { getCalendar } from '../calendar-calls.ts'
import { holdsPlace } from '../calendar-calls.ts'
import { clock, DAY_MINUTES, piecesOf, type Piece } from './calendar-days.ts'
import { inLanes, type Laned } from './lanes.ts'

export type Calendar = ResponseOf<typeof getCalendar>
export type Entry = Calendar['entries'][number]
export type Session = Calendar['sessions'][number]

export const sides = ['doctor', 'room'] as const
/** Whose columns are shown. */
export type Side = (typeof sides)[number]

/** A doctor or a room; 0 stands for appointments without one. */
export interface Resource {
  id: number
  name: string
}

export interface Placed extends Piece, Laned {
  entry: Entry
  /** Squeezed in beside those whom the session has places for. */
  isOver: boolean
  /** Left out by a filter: its time is taken all the same. */
  isDim: boolean
}
export interface Open extends Piece {
  session: Session
}
export interface Off extends Piece {
  kind: string
}
/** One column of the grid: a doctor or a room on a day. */
export interface Cell {
  key: string
  resource: Resource
  day: string
  placed: Placed[]
  open: Open[]
  off: Off[]
  holiday: string | null
  /** Hours that the clocks skip on that day. */
  skipped: { at: number; to: number }[]
}

export interface Plan {
  zone: string
  side: Side
  days: string[]
  resources: Resource[]
  cells: ReadonlyMap<string, Cell>
  /** The hours to show, in minutes since midnight. */
  from: number
  to: number
}

export interface Wanted {
  side: Side
  days: string[]
  /** Only this doctor or room. */
  doctor?: number | undefined
  room?: number | undefined
  isWanted: (entry: Entry) => boolean
  nameOfNone: string
}

export const cellKey = (resource: number, day: string) => `${resource} ${day}`

/** Hours that are always in view, so that the grid does not jump from day to day. */
const FIRST_HOUR = 8 * 60
const LAST_HOUR = 17 * 60

const hoursOf = (spans: readonly { at: number; to: number }[]) => {
  // Not by spreading: a clinic of many doctors has thousands.
  const [from, to] = spans.reduce(([first, last], span) => [Math.min(first, span.at), Math.max(last, span.to)], [FIRST_HOUR, LAST_HOUR])
  return { from: Math.floor(from / 60) * 60, to: Math.min(DAY_MINUTES, Math.ceil(to / 60) * 60) }
}

const skippedOn = (day: string, zone: string) => {
  const hours = Array.from({ length: 48 }, (_, half) => half * 30).filter((at) => isSkipped(day, clock(at), zone))
  return hours.length > 0 ? [{ at: hours[0] ?? 0, to: (hours.at(-1) ?? 0) + 30 }] : []
}

const group = <T>(rows: readonly T[], keyOf: (row: T) => string) => {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const known = groups.get(key)
    if (known) known.push(row)
    else groups.set(key, [row])
  }
  return groups
}

const isOverIn = (open: readonly Open[], entry: Entry, { at, to }: Piece) =>
  holdsPlace(entry.status) && open.some((one) => one.at < to && at < one.to && entry.place > one.session.capacity)

const resourcesOf = (calendar: Calendar, { side, doctor, room, nameOfNone }: Wanted): Resource[] => {
  const named = side === 'doctor' ? calendar.doctors : calendar.rooms
  const only = side === 'doctor' ? doctor : room
  if (only !== undefined) return named.filter(({ id }) => id === only)
  const held =
    side === 'doctor' && room !== undefined ? new Set(calendar.sessions.filter((one) => one.room === room).map((one) => one.doctor)) : null
  for (const entry of calendar.entries) if (held && entry.room === room && entry.doctor !== null) held.add(entry.doctor)
  const shown = held ? named.filter(({ id }) => held.has(id)) : named
  return calendar.entries.some((entry) => entry[side] === null) ? [...shown, { id: 0, name: nameOfNone }] : [...shown]
}

/** Lays a calendar out by doctor or room and day, all times by the clinic's clock. */
export const planOf = (calendar: Calendar, wanted: Wanted): Plan => {
  const { side, days, isWanted } = wanted
  const { time_zone: zone } = calendar
  const resources = resourcesOf(calendar, wanted)
  const pieces = calendar.entries.flatMap((entry) => piecesOf(entry.start, entry.end, zone).map((piece) => ({ ...piece, entry })))
  const opens = calendar.sessions.flatMap((session) => piecesOf(session.start, session.end, zone).map((piece) => ({ ...piece, session })))
  const offs = calendar.time_off.flatMap((off) => piecesOf(off.start, off.end, zone).map((piece) => ({ ...piece, ...off })))
  const entriesAt = group(pieces, ({ entry, day }) => cellKey(entry[side] ?? 0, day))
  const opensAt = group(opens, ({ session, day }) => cellKey(session[side] ?? 0, day))
  const offsAt = group(offs, ({ doctor, day }) => cellKey(doctor, day))
  const holidays = new Map(calendar.holidays.map(({ day, name }) => [day, name]))
  const skipped = new Map(days.map((day) => [day, skippedOn(day, zone)]))
  const cells = new Map<string, Cell>()
  for (const resource of resources)
    for (const day of days) {
      const key = cellKey(resource.id, day)
      const open = opensAt.get(key) ?? []
      const placed = inLanes(entriesAt.get(key) ?? []).map((one) => ({
        ...one,
        isOver: isOverIn(open, one.entry, one),
        isDim: !isWanted(one.entry),
      }))
      const off = side === 'doctor' ? (offsAt.get(key) ?? []) : []
      cells.set(key, { key, resource, day, placed, open, off, holiday: holidays.get(day) ?? null, skipped: skipped.get(day) ?? [] })
    }
  const shown = [...cells.values()].flatMap(({ placed, open }) => [...placed, ...open])
  return { zone, side, days, resources, cells, ...hoursOf(shown) }
}
