-- When doctors see patients, in which room, and when they do not: what free slots are computed from.
create table rooms (
  id integer primary key generated always as identity,
  name text not null,
  department_id integer references departments,
  is_active boolean not null default true,
  version integer not null default 1
);
create unique index rooms_name_key on rooms (lower(name));
create index rooms_department on rooms (department_id) where department_id is not null;

-- One session of a doctor's week. Times are the clinic's own clock: a session keeps its hour when the clocks change.
create table schedules (
  id integer primary key generated always as identity,
  doctor_id integer not null references users,
  room_id integer references rooms,
  -- The one service that is given then; null for every service.
  item_id integer references items,
  -- ISO: Monday is 1, Sunday 7.
  weekday smallint not null check (weekday between 1 and 7),
  starts_at time not null,
  -- 24:00 is the end of the day. A night session is two rows.
  ends_at time not null,
  slot_minutes smallint not null check (slot_minutes between 5 and 480),
  -- Patients at the same time.
  capacity smallint not null default 1 check (capacity between 1 and 50),
  -- How many more may be squeezed in beside them by the desk.
  overbook smallint not null default 0 check (overbook between 0 and 50),
  -- Whether the public may book in it.
  is_public boolean not null default true,
  -- Whether it is held on holidays too.
  on_holidays boolean not null default false,
  valid_from date not null,
  -- The last day, inclusive; null for ever.
  valid_to date,
  -- Every week, every second one and so on, counted from the week of valid_from.
  every_weeks smallint not null default 1 check (every_weeks between 1 and 8),
  version integer not null default 1,
  created_at timestamptz not null,
  created_by integer references users,
  constraint schedules_hours check (ends_at > starts_at),
  constraint schedules_days check (valid_to >= valid_from),
  constraint schedules_slot_fits check (extract(epoch from ends_at - starts_at) >= slot_minutes * 60)
);
create index schedules_doctor on schedules (doctor_id, weekday);
create index schedules_room on schedules (room_id) where room_id is not null;
create index schedules_item on schedules (item_id) where item_id is not null;
create index schedules_created_by on schedules (created_by);

create type time_off_kind as enum ('leave', 'sick', 'training', 'other');
create table time_off (
  id integer primary key generated always as identity,
  doctor_id integer not null references users,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  kind time_off_kind not null default 'leave',
  note text not null default '',
  created_at timestamptz not null,
  created_by integer references users,
  cancelled_at timestamptz,
  cancelled_by integer references users,
  version integer not null default 1,
  constraint time_off_range check (ends_at > starts_at),
  constraint time_off_cancelled check ((cancelled_at is null) = (cancelled_by is null)),
  constraint time_off_overlap exclude using gist (doctor_id with =, tstzrange(starts_at, ends_at) with &&) where (cancelled_at is null)
);
create index time_off_time on time_off (starts_at, id);
create index time_off_doctor on time_off (doctor_id, starts_at, id);
create index time_off_span on time_off using gist (tstzrange(starts_at, ends_at));
create index time_off_created_by on time_off (created_by);
create index time_off_cancelled_by on time_off (cancelled_by) where cancelled_by is not null;

create table holidays (
  id integer primary key generated always as identity,
  day date not null,
  name text not null,
  -- The same day every year; the 29th of February only in leap years.
  is_yearly boolean not null default false,
  version integer not null default 1,
  constraint holidays_day_key unique (day)
);

-- What can be booked, and how long it takes; a service without a row takes one slot and is booked by the desk alone.
create table bookable_services (
  item_id integer primary key references items,
  -- Null: as long as a slot of the session.
  minutes smallint check (minutes between 5 and 480),
  is_public boolean not null default false,
  version integer not null default 1
);

create table booking_settings (
  id integer primary key default 1 check (id = 1),
  is_public_open boolean not null default false,
  -- Between a public booking and its time, at least and at most.
  min_notice_minutes integer not null default 120 check (min_notice_minutes between 0 and 43200),
  max_days_ahead smallint not null default 60 check (max_days_ahead between 1 and 365),
  -- How long before its time the public may still cancel or move.
  change_until_minutes integer not null default 60 check (change_until_minutes between 0 and 43200),
  -- Whether a public booking counts as confirmed at once.
  confirms_itself boolean not null default false,
  -- How long an appointment takes where neither its service nor a session says.
  default_minutes smallint not null default 20 check (default_minutes between 5 and 480),
  intro text not null default '',
  consent_text text not null default 'I agree that the clinic keeps these details to arrange my appointment and sends me messages about it.',
  -- Goes up with every change of the words: which ones a person agreed to.
  consent_version integer not null default 1,
  version integer not null default 1
);
insert into booking_settings default values;
