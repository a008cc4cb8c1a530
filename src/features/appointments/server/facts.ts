import { sql } from 'kysely'
import { isBookable, readPlan } from '#features/schedules/public.ts'
import type { Plan, Taken } from '#features/schedules/rules.ts'
import { dayIn } from '#shared/dates.ts'
import { addDays } from '#shared/zoned.ts'
import type { Db } from '#platform/db/connect.ts'

/** An appointment that holds its time, near the one that is asked for. */
export interface Holding extends Taken {
  id: number
  number: string
  room: number | null
  patient: number | null
}

/** Who and what is meant; null for nobody and nothing. */
export interface Meant {
  patient: number | null
  doctor: number | null
  item: number | null
  room: number | null
  start: Date
  /** When it is over, where that is known before the plan is read. */
  end: Date | null
  /** The appointment that is to be moved: it is never in its own way. */
  self: number | null
}

export interface Facts {
  isPatient: boolean
  isActivePatient: boolean
  isDoctor: boolean
  isItem: boolean
  isRoom: boolean
  /** The doctor has sessions on that day or later: then nothing is booked outside them, also where none is near. */
  hasSessions: boolean
  holding: Holding[]
  plan: Plan
}

/** The longest that a service or a session's slot may say. */
const LONGEST_MS = 480 * 60_000
/** Sets these locks apart from any other advisory lock. */
const LOCKS = sql`(1::bigint << 60)`

/**
 * Bookings of one doctor wait for each other on each day of the clinic that they touch, the earlier day first, until the transaction
 * ends. Nobody's time needs no lock.
 */
const lockDays = async (db: Db, { doctor, start, end }: Meant) => {
  if (doctor === null) return
  await sql`
    select pg_advisory_xact_lock(${LOCKS} | (${doctor}::bigint << 20) | (d.day - date '1970-01-01'))
    from company c cross join lateral (
      select n::date as day from generate_series((${start}::timestamptz at time zone c.time_zone)::date::timestamp,
        (${end ?? start}::timestamptz at time zone c.time_zone)::date::timestamp, interval '1 day') n order by n) d`.execute(db)
}

type Row = Omit<Facts, 'holding' | 'plan'> & { holding: (Omit<Holding, 'start' | 'end'> & { start: string; end: string })[] }

const readAround = async (db: Db, { patient, doctor, item, room, start, end, self }: Meant) => {
  const until = end ?? new Date(start.getTime() + LONGEST_MS)
  const near = sql`select id, number, doctor_id as doctor, room_id as room, patient_id as patient, place,
      appointment_date_time as start, ends_at as "end"
    from appointments where status not in ('cancelled', 'no-show') and id is distinct from ${self}::integer
      and tstzrange(appointment_date_time, ends_at) && tstzrange(${start}::timestamptz, ${until}::timestamptz)`
  // Whoever books without signing in is looked for nowhere.
  const isThere =
    patient === null
      ? sql`false as "isPatient", false as "isActivePatient"`
      : sql`exists (select from patients where id = ${patient}::integer) as "isPatient",
          exists (select from patients where id = ${patient}::integer and deactivated_at is null) as "isActivePatient"`
  const { rows } = await sql<Row>`
    select ${isThere},
      exists (select from users where id = ${doctor}::integer and is_active and role = 'doctor') as "isDoctor",
      exists (select from items where id = ${item}::integer and ${isBookable}) as "isItem",
      exists (select from rooms where id = ${room}::integer and is_active) as "isRoom",
      exists (select from schedules where doctor_id = ${doctor}::integer
        and (valid_to is null or valid_to >= ${dayIn('UTC', start)}::date - 1)) as "hasSessions",
      coalesce((select json_agg(h) from (
        ${near} and doctor_id = ${doctor}::integer
        union ${near} and patient_id = ${patient}::integer
        union ${near} and room_id = any(array(
          select ${room}::integer union select s.room_id from schedules s where s.doctor_id = ${doctor}::integer))
      ) h), '[]') as holding`.execute(db)
  return rows[0]!
}

/**
 * Waits until nobody else books this doctor on this day, and reads all that decides whether the appointment has a place. In a transaction;
 * one round trip.
 */
export const lockAndRead = async (db: Db, meant: Meant): Promise<Facts> => {
  // The clinic's day is one of the first three, whatever its zone; what lasts a day ends on the one after it.
  const day = dayIn('UTC', meant.start)
  const doctors = meant.doctor === null ? [] : [meant.doctor]
  const [, around, plan] = await Promise.all([
    lockDays(db, meant),
    readAround(db, meant),
    readPlan(db, { doctors, from: addDays(day, -1), to: addDays(day, 2) }),
  ])
  const holding = around.holding.map((one) => ({ ...one, start: new Date(one.start), end: new Date(one.end) }))
  return { ...around, holding, plan }
}
