create type track as enum ('reception', 'triage', 'doctor', 'lab', 'awaiting result', 'added result', 'pharmacy', 'billing',
  'inpatient', 'discharged', 'complete');
create type visit_priority as enum ('routine', 'urgent', 'emergency');

-- One visit of one patient: the attendance process.
create table visits (
  id integer primary key generated always as identity,
  track_number text not null,
  patient_id integer not null references patients,
  reason text not null,
  track track not null,
  priority visit_priority not null default 'routine',
  doctor_id integer references users,
  lab_tech_id integer references users,
  pharmacist_id integer references users,
  -- Who has the patient right now; cleared by every move.
  attended_by integer references users,
  attended_since timestamptz,
  track_since timestamptz not null,
  created_at timestamptz not null,
  created_by integer references users,
  closed_at timestamptz,
  source text,
  version integer not null default 1,
  constraint visits_track_number_key unique (track_number),
  constraint visits_source_key unique (source),
  check ((closed_at is not null) = (track in ('discharged', 'complete'))),
  check ((attended_by is null) = (attended_since is null))
);
create unique index visits_one_open on visits (patient_id) where closed_at is null;
create index visits_patient on visits (patient_id, created_at desc, id desc);
-- Few rows: the board. What moves often stays out of the indexes of history.
create index visits_open_track on visits (track, track_since) where closed_at is null;
create index visits_closed_track on visits (track, created_at desc, id desc) where closed_at is not null;
create index visits_created_at on visits (created_at desc, id desc);
create index visits_doctor on visits (doctor_id, created_at desc, id desc) where doctor_id is not null;
create index visits_created_by on visits (created_by);
create index visits_lab_tech on visits (lab_tech_id) where lab_tech_id is not null;
create index visits_pharmacist on visits (pharmacist_id) where pharmacist_id is not null;
create index visits_attended_by on visits (attended_by) where attended_by is not null;

-- Every move of a visit: where waiting times come from.
create table visit_moves (
  id bigint primary key generated always as identity,
  visit_id integer not null references visits,
  from_track track,
  to_track track not null,
  -- Since when the visit had been on from_track: the stay that this move ended.
  from_since timestamptz,
  moved_at timestamptz not null,
  moved_by integer references users,
  -- The version that the visit had after this move; a later one means that something has happened since.
  visit_version integer,
  -- The move that this one took back.
  undoes bigint references visit_moves,
  constraint visit_moves_undone_once unique (undoes),
  constraint visit_moves_from check ((from_track is null) = (from_since is null))
);
create index visit_moves_visit on visit_moves (visit_id, id);
create index visit_moves_moved_at on visit_moves (moved_at);
create index visit_moves_moved_by on visit_moves (moved_by);

-- How long a patient should wait on a track at most, in minutes.
create table track_targets (
  track track primary key,
  minutes smallint not null check (minutes between 1 and 1440)
);
insert into track_targets (track, minutes) values ('reception', 10), ('triage', 15), ('doctor', 30), ('lab', 40), ('awaiting result', 60),
  ('added result', 20), ('pharmacy', 20), ('billing', 10);

-- The papers that every visit opens with; their own rooms add the rest.
create table invoices (
  id integer primary key generated always as identity,
  visit_id integer not null references visits,
  patient_id integer not null references patients,
  created_at timestamptz not null,
  constraint invoices_visit_key unique (visit_id)
);
create index invoices_patient on invoices (patient_id, id desc);
create table process_test_requests (
  id integer primary key generated always as identity,
  visit_id integer not null references visits,
  constraint process_test_requests_visit_key unique (visit_id)
);
create table triages (
  id integer primary key generated always as identity,
  visit_id integer not null references visits,
  patient_id integer not null references patients,
  created_at timestamptz not null,
  constraint triages_visit_key unique (visit_id)
);
create index triages_patient on triages (patient_id, id desc);
create table prescriptions (
  id integer primary key generated always as identity,
  visit_id integer not null references visits,
  patient_id integer not null references patients,
  created_at timestamptz not null,
  constraint prescriptions_visit_key unique (visit_id)
);
create index prescriptions_patient on prescriptions (patient_id, id desc);
