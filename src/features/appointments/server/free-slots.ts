import { sql } from 'kysely'
import { readPlan } from '#features/schedules/public.ts'
import { findFree, slotsOf, type FreeRow, type Taken } from '#features/schedules/rules.ts'
import { dayIn } from '#shared/dates.ts'
import { addDays } from '#shared/zoned.ts'
import type { Db } from '#platform/db/connect.ts'
import type { FreeSlot } from '../contract.ts'
import { OFFERED_SLOTS } from '../rules.ts'

const DAY_MS = 86_400_000
const MINUTE = 60_000

export interface SlotsWanted {
  /** Days of the clinic, both included. */
  from: string
  to: string
  now: Date
  doctor?: number | undefined
  item?: number | null | undefined
  room?: number | undefined
  minutes?: number | undefined
  /** Only what the public may book, with its notice, and no further ahead than it may. */
  isPublic?: boolean
  /** The appointment that is to be moved: it is not in its own way. */
  moving?: number | undefined
}

/** What is taken of one doctor in one room: lists of the same length, as text, which is the quickest to read of so many. */
interface TakenRows {
  doctor: number | null
  room: number | null
  /** Seconds since 1970. */
  starts: string
  ends: string
  places: string
}
const listOf = (text: string) => JSON.parse(`[${text}]`) as number[]

/** What holds a doctor or a room from one instant to another, to the second. */
export const findTaken = async (
  db: Db,
  from: Date,
  to: Date,
  { doctor, moving }: Pick<SlotsWanted, 'doctor' | 'moving'>,
): Promise<Taken[]> => {
  // Those of other doctors matter where they sit in one of this doctor's rooms.
  const near =
    doctor === undefined
      ? sql`true`
      : sql`(doctor_id = ${doctor} or room_id in (select s.room_id from schedules s where s.doctor_id = ${doctor}))`
  const { rows } = await sql<TakenRows>`
    select doctor_id as doctor, room_id as room, string_agg(floor(date_part('epoch', appointment_date_time))::bigint::text, ',') as starts,
      string_agg(ceil(date_part('epoch', ends_at))::bigint::text, ',') as ends, string_agg(place::text, ',') as places
    from appointments
    where appointment_date_time >= ${from}::timestamptz - interval '24 hours' and appointment_date_time < ${to}::timestamptz
      and ends_at > ${from}::timestamptz and status not in ('cancelled', 'no-show') and id is distinct from ${moving ?? null}::integer
      and ${near}
    group by doctor_id, room_id`.execute(db)
  return rows.flatMap(({ doctor: doctorId, room, ...lists }) => {
    const [starts, ends, places] = [listOf(lists.starts), listOf(lists.ends), listOf(lists.places)]
    return starts.map((start, index) => ({
      doctor: doctorId,
      room,
      place: places[index]!,
      start: new Date(start * 1000),
      end: new Date(ends[index]! * 1000),
    }))
  })
}

/** Free slots of a range of days with what is left of each, by day, doctor and time. One round trip. */
export const findFreeSlots = async (db: Db, wanted: SlotsWanted): Promise<FreeRow[]> => {
  const { from, to, now, doctor, item, room, minutes, isPublic = false } = wanted
  const doctors = doctor === undefined ? undefined : [doctor]
  // A day more on either side, whatever the zone of the clinic.
  const [plan, taken] = await Promise.all([
    readPlan(db, { doctors, from, to }),
    findTaken(db, new Date(Date.parse(from) - DAY_MS), new Date(Date.parse(to) + 2 * DAY_MS), wanted),
  ])
  const { min_notice_minutes, max_days_ahead } = plan.settings
  const lastDay = isPublic ? addDays(dayIn(plan.zone, now), max_days_ahead) : to
  const rows = slotsOf({
    ...plan,
    from,
    to: to < lastDay ? to : lastDay,
    now,
    noticeMinutes: isPublic ? min_notice_minutes : 0,
    item: isPublic ? (item ?? null) : item,
    minutes,
    doctor,
    room,
    isPublic,
  })
  return findFree(rows, taken)
}

export interface NearWanted {
  doctor: number | null
  item: number | null
  start: Date
  end: Date
  /** The length that was asked for; null for whatever is usual. */
  minutes: number | null
  now: Date
  isPublic: boolean
  moving: number | null
}

/** A doctor without sessions is free whenever nobody is there: one length after the other. */
const gapsAfter = async (db: Db, { doctor, start, end, now, moving }: NearWanted & { doctor: number }) => {
  const length = end.getTime() - start.getTime()
  const first = start < now ? now.getTime() - (now.getTime() % (5 * MINUTE)) + 5 * MINUTE : start.getTime()
  const last = first + 2 * DAY_MS
  const taken = await findTaken(db, new Date(first), new Date(last), { doctor, moving: moving ?? undefined })
  const own = taken.filter((one) => one.doctor === doctor).map((one) => [one.start.getTime(), one.end.getTime()] as const)
  const starts: number[] = []
  for (let at = first; at < last && starts.length < OFFERED_SLOTS; at += length)
    if (!own.some(([begins, ends]) => begins < at + length && ends > at)) starts.push(at)
  return starts.map((at) => ({ doctor, room: null, at }))
}

const RANGES = [7, 30]

/** The next free slots from that time on: of the doctor, else of anybody who gives the service. */
const slotsAfter = async (db: Db, { doctor, item, start, minutes, now, isPublic, moving }: NearWanted) => {
  const from = dayIn('UTC', new Date(Math.max(start.getTime(), now.getTime()) - DAY_MS))
  const earliest = Math.max(start.getTime(), now.getTime())
  for (const who of doctor === null ? [undefined] : [doctor, undefined])
    for (const days of RANGES) {
      const wanted = {
        from,
        to: addDays(from, days + 1),
        now,
        doctor: who,
        item,
        minutes: minutes ?? undefined,
        isPublic,
        moving: moving ?? undefined,
      }
      const rows = await findFreeSlots(db, wanted)
      const slots = rows
        .flatMap(({ doctor: doctorId, room, starts }) => starts.map((at) => ({ doctor: doctorId, room, at })))
        .filter(({ at }) => at >= earliest)
        .sort((a, b) => a.at - b.at || a.doctor - b.doctor)
      if (slots.length > 0) return slots.slice(0, OFFERED_SLOTS)
    }
  return []
}

/** Up to six free times to offer instead of one that cannot be had, soonest first. */
export const freeNear = async (db: Db, wanted: NearWanted): Promise<FreeSlot[]> => {
  const { doctor, isPublic } = wanted
  const hasSessions =
    doctor === null ||
    (await db.selectFrom('schedules').select('id').where('doctor_id', '=', doctor).limit(1).executeTakeFirst()) !== undefined
  const slots = hasSessions || isPublic || doctor === null ? await slotsAfter(db, wanted) : await gapsAfter(db, { ...wanted, doctor })
  const ids = [...new Set(slots.map((slot) => slot.doctor))]
  const people =
    ids.length === 0 ? [] : await db.selectFrom('users').select(['id', 'first_name', 'last_name']).where('id', 'in', ids).execute()
  const names = new Map(people.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`]))
  return slots.map(({ doctor: id, room, at }) => ({ doctor: id, doctor_name: names.get(id) ?? null, start: new Date(at), room }))
}
