import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { BookingSettings } from '../contract.ts'
import type { Plan } from '../sessions.ts'

export interface Wanted {
  doctors?: readonly number[]
  /** Days of the clinic, both included. */
  from: string
  to: string
}

interface Row {
  zone: string
  sessions: Plan['sessions']
  time_off: (Omit<Plan['timeOff'][number], 'starts_at' | 'ends_at'> & { starts_at: string; ends_at: string })[]
  holidays: Plan['holidays']
  services: Plan['services']
  settings: BookingSettings
}

/** When doctors who work here see patients from one day to another, in one round trip. */
export const readPlan = async (db: Db, { doctors, from, to }: Wanted): Promise<Plan> => {
  const ofDoctor = doctors === undefined ? sql`true` : sql`doctor_id = any(${doctors}::integer[])`
  const { rows } = await sql<Row>`
    select company.time_zone as zone, to_json(booking_settings) as settings,
      (select coalesce(json_agg(s order by s.doctor, s.weekday, s.starts_at, s.id), '[]') from (
        select s.id, doctor_id as doctor, room_id as room, item_id as item, weekday, left(starts_at::text, 5) as starts_at,
          left(ends_at::text, 5) as ends_at, slot_minutes, capacity, overbook, is_public, on_holidays, valid_from, valid_to, every_weeks
        from schedules s join users u on u.id = s.doctor_id and u.is_active and u.role = 'doctor'
        where ${ofDoctor} and valid_from <= ${to}::date and (valid_to is null or valid_to >= ${from}::date)) s) as sessions,
      (select coalesce(json_agg(o order by o.starts_at, o.id), '[]') from (
        select id, doctor_id as doctor, starts_at, ends_at, kind from time_off
        where ${ofDoctor} and cancelled_at is null
          and tstzrange(starts_at, ends_at) && tstzrange(${from}::date::timestamp at time zone company.time_zone,
            greatest(${to}::date + 1, ${from}::date)::timestamp at time zone company.time_zone)) o) as time_off,
      (select coalesce(json_agg(h order by h.day), '[]') from (
        select day, name, is_yearly from holidays where is_yearly or day between ${from}::date and ${to}::date) h) as holidays,
      (select coalesce(json_agg(b), '[]') from (
        select item_id as id, minutes, is_public from bookable_services b join items i on i.id = b.item_id and i.is_active) b) as services
    from company, booking_settings`.execute(db)
  const { zone, sessions, time_off, holidays, services, settings } = rows[0]!
  const timeOff = time_off.map((span) => ({ ...span, starts_at: new Date(span.starts_at), ends_at: new Date(span.ends_at) }))
  return { zone, sessions, timeOff, holidays, services, settings }
}

/** How booking works in this clinic. */
export const bookingSettings = (db: Db): Promise<BookingSettings> => db.selectFrom('booking_settings').selectAll().executeTakeFirstOrThrow()
