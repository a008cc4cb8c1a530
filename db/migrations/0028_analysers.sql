-- Instruments of the laboratory on the line: what they send is kept whole before it is acknowledged.
create type lab_protocol as enum ('hl7', 'astm');
create type lab_connection as enum ('none', 'listen', 'connect');
create type lab_message_state as enum ('stored', 'applied', 'partly', 'inbox', 'control', 'query', 'failed', 'answer', 'sent');
create type lab_job_state as enum ('queued', 'sent', 'accepted', 'failed', 'cancelled');
create type lab_inbox_state as enum ('applied', 'waiting', 'control', 'ignored', 'dismissed');

create table lab_equipment (
  id integer primary key generated always as identity,
  name text not null,
  protocol lab_protocol not null,
  -- Who opens the connection: the instrument (we listen) or we.
  connection lab_connection not null default 'none',
  -- Of the instrument when we connect; the only one that may when we listen (null: any).
  host text,
  port integer check (port between 1 and 65535),
  -- Sent orders as these; null: it is never sent any.
  order_message text check (order_message in ('OML^O21', 'ORM^O01', 'ASTM')),
  -- How it names itself in its messages; several on one port are told apart by it.
  sender text not null default '',
  note text not null default '',
  is_active boolean not null default true,
  last_seen_at timestamptz,
  last_error text,
  version integer not null default 1,
  constraint lab_equipment_place check (case connection when 'none' then true when 'listen' then port is not null
    else host is not null and port is not null end)
);
create unique index lab_equipment_name_key on lab_equipment (lower(name));

-- What its codes mean; what is not here is never guessed.
create table lab_equipment_codes (
  id integer primary key generated always as identity,
  equipment_id integer not null references lab_equipment,
  code text not null check (char_length(code) between 1 and 60),
  -- Null: known, and not wanted.
  panel_id integer references lab_panels,
  -- The unit in which it sends; null: as it says, or the panel's.
  unit text,
  -- Of coded results: {"POS": "Positive"}
  values jsonb not null default '{}',
  constraint lab_equipment_codes_once unique (equipment_id, code)
);
create index lab_equipment_codes_panel on lab_equipment_codes (panel_id) where panel_id is not null;

-- Everything that came or went, byte for byte.
create table lab_messages (
  id bigint primary key generated always as identity,
  -- Null: from nobody we know.
  equipment_id integer references lab_equipment,
  direction text not null check (direction in ('in', 'out')),
  protocol lab_protocol not null,
  peer text not null default '',
  body bytea not null,
  -- SHA-256 of the body.
  digest bytea not null,
  control_id text,
  message_type text not null default '',
  state lab_message_state not null,
  -- What was answered, as it was sent.
  answer text not null default '',
  problem text not null default '',
  times_received integer not null default 1,
  at timestamptz not null,
  processed_at timestamptz
);
create unique index lab_messages_once on lab_messages (coalesce(equipment_id, 0), digest) where direction = 'in';
create index lab_messages_equipment on lab_messages (equipment_id, id desc) where equipment_id is not null;
create index lab_messages_unprocessed on lab_messages (id) where state = 'stored';
create index lab_messages_state on lab_messages (state, id desc);

-- Each result in them, and what became of it.
create table lab_message_results (
  id bigint primary key generated always as identity,
  message_id bigint not null references lab_messages,
  position smallint not null,
  accession text not null default '',
  -- How the message names the patient; only ever compared, never used to find one.
  patient_ref text not null default '',
  code text not null default '',
  code_text text not null default '',
  value text not null default '',
  unit text not null default '',
  flags text not null default '',
  status text not null default '',
  observed_at timestamptz,
  state lab_inbox_state not null,
  reason text not null default '',
  request_panel_id integer references lab_test_request_panels,
  result_id bigint references lab_results,
  resolved_at timestamptz,
  resolved_by integer references users,
  version integer not null default 1,
  constraint lab_message_results_once unique (message_id, position),
  constraint lab_message_results_applied check (state <> 'applied' or result_id is not null)
);
create index lab_message_results_inbox on lab_message_results (id desc) where state = 'waiting';
create index lab_message_results_panel on lab_message_results (request_panel_id) where request_panel_id is not null;
create index lab_message_results_result on lab_message_results (result_id) where result_id is not null;
create index lab_message_results_resolved_by on lab_message_results (resolved_by) where resolved_by is not null;

-- What an instrument is to do.
create table lab_equipment_jobs (
  id integer primary key generated always as identity,
  equipment_id integer not null references lab_equipment,
  request_panel_id integer not null references lab_test_request_panels,
  state lab_job_state not null default 'queued',
  tries smallint not null default 0,
  next_try_at timestamptz not null,
  message_id bigint references lab_messages,
  problem text not null default '',
  created_at timestamptz not null,
  created_by integer not null references users,
  done_at timestamptz
);
create unique index lab_equipment_jobs_once on lab_equipment_jobs (equipment_id, request_panel_id) where state in ('queued', 'sent', 'accepted');
create index lab_equipment_jobs_due on lab_equipment_jobs (next_try_at) where state in ('queued', 'sent');
create index lab_equipment_jobs_equipment on lab_equipment_jobs (equipment_id, id desc);
create index lab_equipment_jobs_panel on lab_equipment_jobs (request_panel_id);
create index lab_equipment_jobs_message on lab_equipment_jobs (message_id) where message_id is not null;
create index lab_equipment_jobs_created_by on lab_equipment_jobs (created_by);

-- Controls: material of a known value, measured to see whether the instrument is to be trusted.
create table lab_controls (
  id integer primary key generated always as identity,
  equipment_id integer not null references lab_equipment,
  panel_id integer not null references lab_panels,
  -- As the instrument sends it.
  lot text not null,
  level text not null,
  mean numeric not null,
  sd numeric not null check (sd > 0),
  expires_on date,
  is_active boolean not null default true,
  version integer not null default 1,
  constraint lab_controls_once unique (equipment_id, panel_id, lot, level)
);
create index lab_controls_panel on lab_controls (panel_id);
create table lab_control_results (
  id bigint primary key generated always as identity,
  message_result_id bigint not null unique references lab_message_results,
  equipment_id integer not null references lab_equipment,
  panel_id integer references lab_panels,
  lot text not null,
  level text not null,
  value numeric,
  result text not null,
  unit text not null default '',
  measured_at timestamptz not null
);
create index lab_control_results_of on lab_control_results (equipment_id, panel_id, lot, level, measured_at desc, id desc);
create index lab_control_results_panel on lab_control_results (panel_id) where panel_id is not null;
