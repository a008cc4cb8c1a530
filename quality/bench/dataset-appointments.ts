import type { Client } from 'pg'
import { insertStaff } from '#features/users/public.ts'
import { dbOn } from '../../db/seed/load-clinic.ts'

export const DOCTORS = 30
/** Appointments of one week of the house. */
export const A_WEEK = 3_000
const WEEKS_BACK = 52
const WEEKS_AHEAD = 5

/** Slots of one week: Monday to Saturday, 08:00 to 18:00, three an hour. */
const SLOTS_A_WEEK = DOCTORS * 6 * 30

/** Every slot between two weeks from now, with a number from 0 to 1 that has no order. */
export const slotsBetween = (from: number, to: number) => `
  select s.doctor_id, s.room_id, x.starts, x.starts + interval '20 minutes' as ends,
    (('x' || left(md5(s.doctor_id || ' ' || x.starts), 8))::bit(32)::bigint & 4294967295) / 4294967296.0 as chance
  from schedules s cross join company c
  cross join generate_series(date_trunc('week', now())::date + 7 * ${from} + s.weekday - 1, date_trunc('week', now())::date + 7 * ${to}, interval '7 days') d (day)
  cross join generate_series(0, 29) n
  cross join lateral (select (d.day::date + s.starts_at + n * interval '20 minutes') at time zone c.time_zone as starts) x`

/** Thirty doctors with a week each, a year of what they had, and five weeks ahead; ${A_WEEK} appointments a week. Into a copy, as its owner. */
export const loadAppointments = async (client: Client): Promise<void> => {
  const accounts = Array.from({ length: DOCTORS }, (_, i) => ({
    email: `doctor${i}@bench.example`,
    // Not 'Doctor': whoever asks for the doctors does not mean these.
    first_name: 'Bench',
    last_name: String(i + 1).padStart(2, '0'),
    role: 'doctor' as const,
    password_hash: '',
    title: 'Medical officer',
    registration_number: `BENCH-D${i}`,
  }))
  await insertStaff(dbOn(client), accounts, new Date())
  await client.query(`insert into rooms (name) select 'Bench room ' || n from generate_series(1, $1::integer) n`, [DOCTORS])
  await client.query(
    `insert into schedules (doctor_id, room_id, weekday, starts_at, ends_at, slot_minutes, valid_from, created_at)
     select u.id, r.id, w, '08:00', '18:00', 20, now()::date - 400, now()
     from (select id, row_number() over (order by id) as n from users where email like 'doctor%@bench.example') u
     join rooms r on r.name = 'Bench room ' || u.n cross join generate_series(1, 6) w`,
  )
  await client.query('analyze users, rooms, schedules')
  await client.query(
    `with slots as (${slotsBetween(-WEEKS_BACK, WEEKS_AHEAD)}), taken as (
       select *, row_number() over (order by starts, doctor_id) as rank from slots where chance < ${A_WEEK / SLOTS_A_WEEK}
     ), people as (select id, row_number() over (order by id) as rank from patients where deactivated_at is null)
     insert into appointments (number, patient_id, doctor_id, room_id, appointment_date_time, ends_at, reason, status, created_at, changed_at)
     select 'BENCH-' || t.rank, p.id, t.doctor_id, t.room_id, t.starts, t.ends, 'Check-up',
       case when t.starts > now() then 'confirmed' when t.chance < 0.05 then 'no-show' else 'completed' end::appointment_status, now(), now()
     from taken t join people p on p.rank = 1 + t.rank * 37 % (select count(*) from people)`,
  )
  await client.query('vacuum (analyze) appointments')
}
