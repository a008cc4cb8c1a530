-- Who waits for a time with a doctor: the desk calls them when one is free.
create type waiting_status as enum ('waiting', 'booked', 'removed');
-- In the order in which they are called.
create type waiting_priority as enum ('urgent', 'soon', 'normal');
create type waiting_hours as enum ('any', 'mornings', 'afternoons');

create table waiting_list (
  id integer primary key generated always as identity,
  patient_id integer not null references patients,
  -- Null: any doctor, and any service.
  doctor_id integer references users,
  item_id integer references items,
  -- Days of the clinic, both included; without a last one until somebody removes the entry.
  from_day date not null,
  until_day date,
  hours waiting_hours not null default 'any',
  priority waiting_priority not null default 'normal',
  note text not null default '',
  status waiting_status not null default 'waiting',
  created_at timestamptz not null,
  created_by integer references users,
  closed_at timestamptz,
  closed_by integer references users,
  -- Why it was removed.
  close_reason text not null default '',
  -- What it became.
  appointment_id integer references appointments,
  version integer not null default 1,
  constraint waiting_list_days check (until_day >= from_day),
  constraint waiting_list_closed check ((status = 'waiting') = (closed_at is null) and (closed_at is null) = (closed_by is null)),
  constraint waiting_list_booked check ((status = 'booked') = (appointment_id is not null)),
  constraint waiting_list_removed check (status <> 'removed' or close_reason <> ''),
  constraint waiting_list_appointment_key unique (appointment_id)
);
-- A patient waits once for the same.
create unique index waiting_list_one_open on waiting_list (patient_id, doctor_id, item_id) nulls not distinct where status = 'waiting';
create index waiting_list_open on waiting_list (priority, id) where status = 'waiting';
create index waiting_list_over on waiting_list (status, closed_at, id);
create index waiting_list_patient on waiting_list (patient_id, id);
create index waiting_list_doctor on waiting_list (doctor_id) where doctor_id is not null;
create index waiting_list_item on waiting_list (item_id) where item_id is not null;
create index waiting_list_created_by on waiting_list (created_by) where created_by is not null;
create index waiting_list_closed_by on waiting_list (closed_by) where closed_by is not null;
