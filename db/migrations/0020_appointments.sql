-- Appointments grow a length, a room, a number, every status, and the rule that no doctor, room or patient is in two places at once.
create type appointment_state as enum ('pending', 'confirmed', 'arrived', 'completed', 'cancelled', 'no-show');
drop index appointments_status;
alter table appointments
  alter column status drop default,
  alter column status type appointment_state using (case status::text when 'done' then 'completed' else status::text end)::appointment_state,
  alter column status set default 'pending';
drop type appointment_status;
alter type appointment_state rename to appointment_status;

-- Somebody booked without signing in. Nothing here says whether the clinic knows them; the desk finds that out.
create table public_bookings (
  id integer primary key generated always as identity,
  first_name text not null,
  second_name text not null,
  date_of_birth date not null,
  gender gender not null,
  phone_number text,
  email text,
  language text not null default 'en',
  consent_version integer not null,
  consent_text text not null,
  consented_at timestamptz not null,
  -- Part of the secret link by which the booking is cancelled or moved.
  link_nonce text not null,
  ip text,
  created_at timestamptz not null,
  converted_at timestamptz,
  converted_by integer references users,
  -- Which fields the record had nothing in, and has from this booking.
  taken_over text[] not null default '{}',
  constraint public_bookings_contact check (num_nonnulls(phone_number, email) >= 1),
  constraint public_bookings_converted check ((converted_at is null) = (converted_by is null))
);
create index public_bookings_converted_by on public_bookings (converted_by) where converted_by is not null;

alter table number_formats drop constraint number_formats_series_check,
  add constraint number_formats_series_check
    check (series in ('patient', 'visit', 'invoice', 'sample', 'credit note', 'receipt', 'imported', 'appointment'));
insert into number_formats (series, prefix, with_year, width) values ('appointment', 'A-', true, 5);

alter table appointments
  add column number text,
  add column ends_at timestamptz,
  add column room_id integer references rooms,
  -- Which of the places that a session has at the same time; those beyond its capacity were squeezed in. No session has more than a hundred:
  -- more of them were booked before there were sessions.
  add column place smallint not null default 1 check (place >= 1),
  add column public_booking_id integer references public_bookings,
  add column visit_id integer references visits,
  -- Why it was cancelled, or what else was said at the last change of status.
  add column status_reason text not null default '',
  add column source text;
update appointments set ends_at = appointment_date_time + interval '20 minutes',
  number = next_number('appointment', extract(year from created_at)::integer);
-- What was booked before the rules below: of a patient's appointments at the same time the one that came about stays, else the last one.
do $$
declare
  one record;
begin
  for one in
    select id, patient_id, tstzrange(appointment_date_time, ends_at) as span from appointments a
    where status <> 'cancelled' and exists (
      select from appointments b where b.patient_id = a.patient_id and b.id <> a.id and b.status <> 'cancelled'
        and tstzrange(b.appointment_date_time, b.ends_at) && tstzrange(a.appointment_date_time, a.ends_at))
    order by patient_id, status <> 'completed', id desc
  loop
    update appointments b set status = 'cancelled', status_reason = 'Booked twice', changed_at = now(), version = version + 1
    where b.patient_id = one.patient_id and b.id <> one.id and b.status <> 'cancelled'
      and tstzrange(b.appointment_date_time, b.ends_at) && one.span
      and exists (select from appointments where id = one.id and status <> 'cancelled');
  end loop;
end $$;
-- And patients of one doctor at the same time become places, each the lowest that is free.
do $$
declare
  one record;
  doctor integer;
  free_from timestamptz[];
  at_place integer;
begin
  for one in
    select id, doctor_id, appointment_date_time as starts_at, ends_at from appointments
    where status <> 'cancelled' and doctor_id is not null order by doctor_id, appointment_date_time, id
  loop
    if doctor is distinct from one.doctor_id then
      doctor := one.doctor_id;
      free_from := '{}';
    end if;
    at_place := 1;
    while free_from[at_place] > one.starts_at loop
      at_place := at_place + 1;
    end loop;
    free_from[at_place] := one.ends_at;
    if at_place > 1 then
      update appointments set place = at_place where id = one.id;
    end if;
  end loop;
end $$;
alter table appointments
  alter column patient_id drop not null,
  alter column ends_at set not null,
  alter column number set not null,
  add constraint appointments_number_key unique (number),
  add constraint appointments_public_booking_key unique (public_booking_id),
  add constraint appointments_visit_key unique (visit_id),
  add constraint appointments_source_key unique (source),
  add constraint appointments_somebody check (num_nonnulls(patient_id, public_booking_id) >= 1),
  add constraint appointments_range check (ends_at > appointment_date_time and ends_at <= appointment_date_time + interval '24 hours'),
  add constraint appointments_visit_of_patient check (visit_id is null or patient_id is not null),
  -- The last word on double booking, whatever the code believes. What is cancelled or was missed holds nothing.
  add constraint appointments_doctor_taken exclude using gist
    (doctor_id with =, place with =, tstzrange(appointment_date_time, ends_at) with &&)
    where (status not in ('cancelled', 'no-show') and doctor_id is not null),
  -- A room serves one doctor at a time; several patients of the same doctor are places, above.
  add constraint appointments_room_taken exclude using gist
    (room_id with =, (coalesce(doctor_id, 0)) with <>, tstzrange(appointment_date_time, ends_at) with &&)
    where (status not in ('cancelled', 'no-show') and room_id is not null),
  add constraint appointments_room_place_taken exclude using gist
    (room_id with =, place with =, tstzrange(appointment_date_time, ends_at) with &&)
    where (status not in ('cancelled', 'no-show') and room_id is not null and doctor_id is null),
  add constraint appointments_patient_elsewhere exclude using gist
    (patient_id with =, tstzrange(appointment_date_time, ends_at) with &&)
    where (status not in ('cancelled', 'no-show') and patient_id is not null);
create index appointments_status on appointments (status, id desc);
create index appointments_time on appointments (appointment_date_time, id);
create index appointments_doctor_time on appointments (doctor_id, appointment_date_time) where doctor_id is not null;
create index appointments_room_time on appointments (room_id, appointment_date_time) where room_id is not null;
-- What still has to be worked on: a few rows of many.
create index appointments_public_open on appointments (id desc) where public_booking_id is not null and patient_id is null;

-- What happened to an appointment: written once.
create table appointment_changes (
  id integer primary key generated always as identity,
  appointment_id integer not null references appointments,
  changed_at timestamptz not null,
  -- Null: by the person's own link.
  changed_by integer references users,
  kind text not null check (kind in ('booked', 'status', 'moved', 'changed', 'patient')),
  -- The fields before and after.
  change jsonb not null,
  reason text not null default ''
);
create index appointment_changes_appointment on appointment_changes (appointment_id, id);
create index appointment_changes_by on appointment_changes (changed_by) where changed_by is not null;

-- What the booked consultation costs instead of the doctor's usual fee, for a visit that began with an appointment.
alter table visits add column consultation_item_id integer references items;
create index visits_consultation_item on visits (consultation_item_id) where consultation_item_id is not null;

-- An appointment is over when its visit is, and open again when the visit is.
create function complete_appointment() returns trigger language plpgsql as $$
begin
  update appointments set status = case when new.closed_at is null then 'arrived' else 'completed' end::appointment_status,
    changed_at = coalesce(new.closed_at, changed_at), version = version + 1
  where visit_id = new.id and status = (case when new.closed_at is null then 'completed' else 'arrived' end)::appointment_status;
  return null;
end $$;
create trigger visits_complete_appointment after update of closed_at on visits for each row
  when ((old.closed_at is null) <> (new.closed_at is null)) execute function complete_appointment();
