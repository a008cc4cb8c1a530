import type { Client } from 'pg'
import { bookSlots, freePublicSlot, settlePast } from './appointments-sql.ts'
import { dateOf, dayOfInstant } from './calendar.ts'
import { bookable, callers, holidays, rooms, sessions } from './schedule.ts'
import { staffOf } from './visits.ts'

const DAYS_BACK = 45
/** Days from today that fill up. */
const DAYS_AHEAD = 28
/** A Monday before everything that is booked. */
const SINCE = '2025-01-06'
const LEAVE_AFTER = 9
const LEAVE_DAYS = 3

/** When the demonstration clinic's doctors see patients, its holidays, and what the public may book; once, into an empty clinic. */
export const loadSchedules = async (client: Client, now: Date): Promise<void> => {
  const today = dayOfInstant(now.getTime())
  await client.query(
    'insert into rooms (name, department_id) select r.name, d.id from unnest($1::text[], $2::text[]) r (name, department) left join departments d on d.name = r.department on conflict do nothing',
    [rooms.map(([name]) => name), rooms.map(([, department]) => department)],
  )
  const all = sessions.flatMap(({ weekdays, ...session }) => weekdays.map((weekday) => ({ ...session, weekday })))
  await client.query(
    `insert into schedules (doctor_id, room_id, item_id, weekday, starts_at, ends_at, slot_minutes, capacity, overbook, is_public, valid_from,
       every_weeks, created_at)
     select u.id, r.id, i.id, s.weekday, s."from", s."to", s.minutes, coalesce(s.capacity, 1), coalesce(s.overbook, 0), coalesce(s.is_public, true),
       $2::date, coalesce(s.every_weeks, 1), $3
     from json_to_recordset($1::json) s (doctor text, room text, item text, weekday smallint, "from" time, "to" time, minutes smallint,
       capacity smallint, overbook smallint, is_public boolean, every_weeks smallint)
     join users u on u.email = s.doctor || '@demo.kliniki.example' join rooms r on r.name = s.room left join items i on i.code = s.item`,
    [JSON.stringify(all), SINCE, now],
  )
  await client.query(
    'insert into holidays (day, name, is_yearly) select h.day, h.name, true from unnest($1::date[], $2::text[]) h (day, name) on conflict do nothing',
    [holidays.map(([day]) => `2025-${day}`), holidays.map(([, name]) => name)],
  )
  await client.query(
    `insert into time_off (doctor_id, starts_at, ends_at, kind, note, created_at)
     select u.id, $1::date::timestamp at time zone c.time_zone, ($1::date + $2::integer)::timestamp at time zone c.time_zone, 'training', 'Ultrasound course', $3
     from users u cross join company c where u.email = 'harpreet.sidhu@demo.kliniki.example'`,
    [dateOf(today + LEAVE_AFTER), LEAVE_DAYS, now],
  )
  await client.query(
    `insert into bookable_services (item_id, minutes, is_public)
     select i.id, b.minutes, b.is_public from unnest($1::text[], $2::smallint[], $3::boolean[]) b (code, minutes, is_public) join items i using (code)`,
    [bookable.map(([code]) => code), bookable.map(([, minutes]) => minutes), bookable.map(([, , isPublic]) => isPublic)],
  )
  await client.query(
    `update booking_settings set is_public_open = true, intro = 'Choose a service and a time. Please come ten minutes early.', version = version + 1`,
  )
}

interface Slot {
  doctor_id: number
  room_id: number | null
  item_id: number | null
  starts: Date
  ends: Date
}

/** Bookings by the public that the desk has not looked at yet. */
export const loadPublicBookings = async (client: Client, now: Date): Promise<void> => {
  const today = dayOfInstant(now.getTime())
  for (const [i, caller] of callers.entries()) {
    const { rows } = await client.query<Slot>(freePublicSlot, [dateOf(today + 1), dateOf(today + 14), now, i * 9])
    const [slot] = rows
    if (!slot) continue
    const { first_name, second_name, date_of_birth, gender, email, phone_number, reason } = caller
    await client.query(
      `with known as (
         select p.first_name, left(p.second_name, -1) as second_name, p.date_of_birth, p.gender, p.phone from patients p
         where p.source ~ '^demo:[0-9]+$' and p.phone is not null and p.date_of_birth is not null and not p.is_birth_date_estimated
           and length(p.second_name) > 5 order by p.id offset 40 limit 1
       ), booking as (
         insert into public_bookings (first_name, second_name, date_of_birth, gender, phone_number, email, consent_version, consent_text,
           consented_at, link_nonce, created_at)
         select coalesce($1, k.first_name), coalesce($2, k.second_name), coalesce($3::date, k.date_of_birth), coalesce($4::gender, k.gender),
           coalesce($5, case when $1::text is null then k.phone end), $6, s.consent_version, s.consent_text, $7, md5(random()::text), $7
         from booking_settings s cross join known k returning id
       )
       insert into appointments (number, public_booking_id, doctor_id, room_id, item_id, appointment_date_time, ends_at, reason, status,
         created_at, changed_at)
       select next_number('appointment', extract(year from $7::timestamptz)::integer), b.id, $8, $9,
         coalesce($10::integer, (select id from items where code = 'CON-01')), $11, $12, $13, 'pending', $7, $7 from booking b`,
      [
        first_name,
        second_name,
        date_of_birth,
        gender,
        phone_number,
        email,
        new Date(now.getTime() - (i + 1) * 47 * 60_000),
        slot.doctor_id,
        slot.room_id,
        slot.item_id,
        slot.starts,
        slot.ends,
        reason,
      ],
    )
  }
}

/** Brings the appointments of the demonstration clinic to `now`: the past is settled, the weeks ahead fill up. */
export const refreshAppointments = async (
  client: Client,
  staff: readonly number[],
  now: Date,
  { back = DAYS_BACK, ahead = DAYS_AHEAD } = {},
): Promise<void> => {
  const today = dayOfInstant(now.getTime())
  const desk = staff[staffOf('Receptionist')[0] as number]
  // What was loaded a moment ago has no statistics yet, and the plan without them takes ten times as long.
  await client.query('analyze patients, schedules, holidays, time_off, appointments')
  await client.query(bookSlots, [dateOf(today - back), dateOf(today + ahead), now, desk])
  await client.query(settlePast, [now, desk])
}

const waiting = [
  { doctor: null, item: null, hours: 'any', priority: 'urgent', note: 'Wound that does not heal', days: 7 },
  { doctor: 'harpreet.sidhu', item: null, hours: 'mornings', priority: 'normal', note: 'Review of the results', days: null },
  { doctor: null, item: 'CON-01', hours: 'afternoons', priority: 'soon', note: 'Comes after work', days: 21 },
  { doctor: 'achieng.odhiambo', item: 'MCH-01', hours: 'any', priority: 'normal', note: 'Vaccination of the twins', days: 30 },
] as const

/** Patients who wait for a time: for anybody or one doctor, for any service or one. */
export const loadWaiting = async (client: Client, now: Date): Promise<void> => {
  const today = dayOfInstant(now.getTime())
  for (const [i, { doctor, item, hours, priority, note, days }] of waiting.entries())
    await client.query(
      `insert into waiting_list (patient_id, doctor_id, item_id, from_day, until_day, hours, priority, note, created_at, created_by)
       select p.id, (select id from users where email = $1 || '@demo.kliniki.example'), (select id from items where code = $2), $3, $4, $5, $6, $7, $8,
         (select id from users where email = 'receptionist@demo.kliniki.example')
       from patients p where p.source ~ '^demo:[0-9]+$' and p.phone is not null and p.deactivated_at is null and died_on(p.id) is null and p.gender = 'female'
         and p.date_of_birth between '1985-01-01' and '2004-01-01' order by p.id offset $9 limit 1`,
      [
        doctor,
        item,
        dateOf(today),
        days === null ? null : dateOf(today + days),
        hours,
        priority,
        note,
        new Date(now.getTime() - (waiting.length - i) * 19 * 3_600_000),
        20 + i * 17,
      ],
    )
}
