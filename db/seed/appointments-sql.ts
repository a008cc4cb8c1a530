/** Every slot of the sessions from day $1 to day $2, with a number from 0 to 1 that is its own for ever. */
const slots = `
  select s.doctor_id, s.room_id, s.item_id, s.is_public, s.slot_minutes, d.day::date as day, x.starts,
    x.starts + make_interval(mins => s.slot_minutes) as ends,
    (('x' || left(md5(s.doctor_id || ' ' || x.starts), 8))::bit(32)::bigint & 4294967295) / 4294967296.0 as chance
  from schedules s cross join company c
  join generate_series(greatest(s.valid_from, $1::date), least(coalesce(s.valid_to, $2::date), $2::date), interval '1 day') d (day)
    on extract(isodow from d.day) = s.weekday
      and (d.day::date - date_trunc('week', s.valid_from)::date) / 7 % s.every_weeks = 0
  cross join lateral generate_series(0, (extract(epoch from s.ends_at - s.starts_at) / 60 / s.slot_minutes)::integer - 1) n
  cross join lateral (select (d.day::date + s.starts_at + make_interval(mins => n * s.slot_minutes)) at time zone c.time_zone as starts) x
  where not exists (select from holidays h where h.day = d.day or (h.is_yearly and to_char(h.day, 'MM-DD') = to_char(d.day, 'MM-DD')))
    and not exists (select from time_off t where t.doctor_id = s.doctor_id and t.cancelled_at is null
      and tstzrange(t.starts_at, t.ends_at) && tstzrange(x.starts, x.starts + make_interval(mins => s.slot_minutes)))`

const reasons = [
  'Review of blood pressure',
  'Follow-up after treatment',
  'Cough for two weeks',
  'Back pain',
  'Headaches',
  'Diabetes review',
  'Skin rash',
  'Knee pain',
  'Results and what next',
  'Check-up',
]
const oneOf = (texts: readonly string[], seed: string) =>
  `(array[${texts.map((text) => `'${text}'`).join(', ')}])[1 + (${seed} * 7919)::integer % ${texts.length}]`

/**
 * Books slots from $1 to $2, days near $3 (now) fuller than those ahead, and leaves alone what is booked already; $4 is who took the calls.
 * Answers nothing.
 */
export const bookSlots = `
  with slots as (${slots}), taken as (
    select s.*, row_number() over (partition by s.is_antenatal order by starts, doctor_id) as rank,
      s.starts - make_interval(days => 1 + (s.chance * 97)::integer % 9, mins => (s.chance * 5000)::integer % 400) as made
    from (select s.*, s.item_id is not null and s.item_id = (select id from items where code = 'MCH-01') as is_antenatal from slots s) s
    where s.chance < greatest(0.18, least(0.82, 0.82 - extract(epoch from s.starts - $3::timestamptz) / 86400 * 0.035))
  ), people as (
    select p.id, k.is_antenatal, row_number() over (partition by k.is_antenatal order by p.id) as rank, count(*) over (partition by k.is_antenatal) as all
    from patients p cross join (values (false), (true)) k (is_antenatal)
    where p.source ~ '^demo:[0-9]+$' and p.deactivated_at is null and died_on(p.id) is null and p.date_of_birth < $3::date - interval '18 years'
      and (not k.is_antenatal or p.gender = 'female' and p.date_of_birth > $3::date - interval '42 years')
  ), added as (
    insert into appointments (number, patient_id, doctor_id, room_id, item_id, appointment_date_time, ends_at, reason, status, created_at,
      created_by, changed_at, source)
    select next_number('appointment', extract(year from t.made)::integer), p.id, t.doctor_id, t.room_id,
      coalesce(t.item_id, (select id from items where code = case when t.chance * 10 % 1 < 0.6 then 'CON-01' else 'CON-02' end)),
      t.starts, t.ends, case when t.item_id is null then ${oneOf(reasons, 't.chance')} else 'As arranged' end,
      case when t.chance * 100 % 1 < 0.62 then 'confirmed' else 'pending' end::appointment_status, least(t.made, $3), $4, least(t.made, $3),
      'demo:' || t.doctor_id || ' ' || to_char(t.starts at time zone 'UTC', 'YYYY-MM-DD HH24:MI')
    from taken t join people p on p.is_antenatal = t.is_antenatal and p.rank = 1 + t.rank * 37 % p.all
    order by t.made
    on conflict do nothing returning id, created_at, created_by, patient_id, doctor_id, appointment_date_time
  )
  insert into appointment_changes (appointment_id, changed_at, changed_by, kind, change)
  select id, created_at, created_by, 'booked',
    jsonb_build_object('patient', patient_id, 'doctor', doctor_id, 'appointment_date_time', appointment_date_time) from added`

/** What became of the demonstration's appointments whose time has gone by $1 (now): most came, some did not, some had called. */
export const settlePast = `
  with past as (
    select a.id, a.status, a.appointment_date_time, a.ends_at, (('x' || left(md5(a.source || ' end'), 8))::bit(32)::bigint & 4294967295) / 4294967296.0 as chance
    from appointments a where a.source like 'demo:%' and a.status in ('pending', 'confirmed') and a.ends_at < $1::timestamptz - interval '40 minutes'
  ), ends as (
    select id, status as before, ends_at as at,
      case when chance < 0.07 then 'no-show' when chance < 0.15 then 'cancelled' else 'completed' end::appointment_status as after,
      case when chance between 0.07 and 0.15 then ${oneOf(['Called: cannot come', 'Feels better', 'Found another day'], 'chance')} else '' end as reason
    from past
  ), done as (
    update appointments a set status = e.after, status_reason = e.reason, changed_at = e.at, version = a.version + 1
    from ends e where e.id = a.id returning a.id
  )
  insert into appointment_changes (appointment_id, changed_at, changed_by, kind, change, reason)
  select e.id, e.at, $2, 'status', jsonb_build_object('status', jsonb_build_array(e.before, e.after)), e.reason from ends e join done using (id)`

/** The first free slot that the public may take, from $1 to $2 and after $3, each time further down the list; $4 says which. */
export const freePublicSlot = `
  with slots as (${slots})
  select s.doctor_id, s.room_id, s.item_id, s.starts, s.ends from slots s
  where s.is_public and s.starts > $3 and not exists (select from appointments a where a.status not in ('cancelled', 'no-show')
    and a.doctor_id = s.doctor_id and tstzrange(a.appointment_date_time, a.ends_at) && tstzrange(s.starts, s.ends))
  order by s.starts, s.doctor_id offset $4 limit 1`
