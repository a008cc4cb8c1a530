-- From request to released report: orders with their charges, samples, results by revision, calls about critical values.
create type lab_priority as enum ('routine', 'urgent', 'stat');
create type lab_panel_state as enum ('requested', 'entered', 'approved', 'cancelled');
create type lab_sample_state as enum ('to collect', 'collected', 'received', 'rejected', 'cancelled');
create type lab_flag as enum ('normal', 'low', 'high', 'critical low', 'critical high', 'abnormal', 'critical');
create type lab_result_origin as enum ('typed', 'analyser', 'calculated', 'imported');
create type lab_category as enum ('quantitative', 'qualitative');

alter table lab_test_requests
  add priority lab_priority not null default 'routine',
  -- What it was asked for as, where a client names one profile.
  add profile_id integer references lab_profiles,
  add is_pregnant boolean,
  add is_fasting boolean;
create index lab_test_requests_profile on lab_test_requests (profile_id) where profile_id is not null;
create index lab_test_requests_requested_at on lab_test_requests (requested_at);
create index lab_test_requests_priority on lab_test_requests (priority, id) where priority <> 'routine';

-- What was asked for and is charged: a profile, or a panel by itself.
alter table lab_test_request_panels rename to lab_orders;
alter sequence lab_test_request_panels_id_seq rename to lab_orders_id_seq;
alter index lab_test_request_panels_pkey rename to lab_orders_pkey;
alter index lab_test_request_panels_request rename to lab_orders_request;
alter index lab_test_request_panels_item rename to lab_orders_item;
alter index lab_test_request_panels_cancelled_by rename to lab_orders_cancelled_by;
alter table lab_orders rename constraint lab_test_request_panels_cancelled to lab_orders_cancelled;
alter table lab_orders rename constraint lab_test_request_panels_item_id_fkey to lab_orders_item_id_fkey;
alter table lab_orders rename constraint lab_test_request_panels_cancelled_by_fkey to lab_orders_cancelled_by_fkey;
alter table lab_orders rename constraint lab_test_request_panels_lab_test_request_id_fkey to lab_orders_lab_test_request_id_fkey;
drop index lab_test_request_panels_once;
alter table lab_orders add profile_id integer references lab_profiles, add panel_id integer references lab_panels;
update lab_orders o set panel_id = p.id from lab_panels p where p.item_id = o.item_id;
alter table lab_orders add constraint lab_orders_one check (num_nonnulls(profile_id, panel_id) = 1);
create unique index lab_orders_profile_once on lab_orders (lab_test_request_id, profile_id) where cancelled_at is null;
create unique index lab_orders_panel_once on lab_orders (lab_test_request_id, panel_id) where cancelled_at is null;
create index lab_orders_profile on lab_orders (profile_id) where profile_id is not null;
create index lab_orders_panel on lab_orders (panel_id) where panel_id is not null;

-- One container of a visit, known by the number on its label.
create table lab_samples (
  id integer primary key generated always as identity,
  code text not null,
  process_id integer not null references process_test_requests,
  patient_id integer not null references patients,
  specimen_id integer not null references lab_specimens,
  state lab_sample_state not null default 'to collect',
  priority lab_priority not null default 'routine',
  requested_at timestamptz not null,
  collected_at timestamptz,
  collected_by integer references users,
  received_at timestamptz,
  -- Null: an analyser had it before somebody wrote that it came.
  received_by integer references users,
  rejected_at timestamptz,
  rejected_by integer references users,
  reject_reason text,
  -- The rejected one that it is taken for anew.
  replaces_id integer unique references lab_samples,
  note text not null default '',
  labels_printed smallint not null default 0,
  version integer not null default 1,
  constraint lab_samples_code_key unique (code),
  constraint lab_samples_rejected check ((state = 'rejected') = (rejected_at is not null)
    and (rejected_at is null) = (reject_reason is null) and (rejected_at is null) = (rejected_by is null)),
  constraint lab_samples_collected check (state not in ('collected', 'received') or collected_at is not null),
  constraint lab_samples_received check ((state <> 'received' or received_at is not null) and (received_at is null or collected_at is not null))
);
create unique index lab_samples_open on lab_samples (process_id, specimen_id) where state = 'to collect';
create index lab_samples_process on lab_samples (process_id, id);
create index lab_samples_patient on lab_samples (patient_id, id desc);
create index lab_samples_specimen on lab_samples (specimen_id);
create index lab_samples_waiting on lab_samples (state, priority desc, requested_at, id) where state in ('to collect', 'collected');
create index lab_samples_state on lab_samples (state, id desc);
create index lab_samples_collected_at on lab_samples (collected_at) where collected_at is not null;
create index lab_samples_rejected_at on lab_samples (rejected_at) where rejected_at is not null;
create index lab_samples_collected_by on lab_samples (collected_by) where collected_by is not null;
create index lab_samples_received_by on lab_samples (received_by) where received_by is not null;
create index lab_samples_rejected_by on lab_samples (rejected_by) where rejected_by is not null;

-- One test of a request: what is done, cancelled and reported by itself.
create table lab_test_request_panels (
  id integer primary key generated always as identity,
  lab_test_request_id integer not null references lab_test_requests,
  lab_order_id integer not null references lab_orders,
  panel_id integer not null references lab_panels,
  patient_id integer not null references patients,
  -- Null: calculated, or asked for before samples were kept.
  sample_id integer references lab_samples,
  -- By the trigger of the results alone, except that it is cancelled.
  state lab_panel_state not null default 'requested',
  priority lab_priority not null default 'routine',
  requested_at timestamptz not null,
  -- By when it is to be approved; null: no target.
  due_at timestamptz,
  approved_at timestamptz,
  cancelled_at timestamptz,
  cancelled_by integer references users,
  cancel_reason text,
  version integer not null default 1,
  constraint lab_test_request_panels_cancelled check ((cancelled_at is null) = (cancel_reason is null)
    and (cancelled_at is null) = (cancelled_by is null) and (state = 'cancelled') = (cancelled_at is not null))
);
insert into lab_test_request_panels (id, lab_test_request_id, lab_order_id, panel_id, patient_id, state, requested_at, cancelled_at,
  cancelled_by, cancel_reason, version) overriding system value
select o.id, o.lab_test_request_id, o.id, o.panel_id, q.patient_id,
  case when o.cancelled_at is null then 'requested' else 'cancelled' end::lab_panel_state, q.requested_at, o.cancelled_at, o.cancelled_by,
  o.cancel_reason, o.version
from lab_orders o join lab_test_requests q on q.id = o.lab_test_request_id;
select setval('lab_test_request_panels_id_seq', max(id)) from lab_test_request_panels having max(id) is not null;
alter table lab_orders drop column version;
create unique index lab_test_request_panels_once on lab_test_request_panels (lab_test_request_id, panel_id) where cancelled_at is null;
create index lab_test_request_panels_request on lab_test_request_panels (lab_test_request_id, id);
create index lab_test_request_panels_order on lab_test_request_panels (lab_order_id);
create index lab_test_request_panels_panel on lab_test_request_panels (panel_id);
create index lab_test_request_panels_patient on lab_test_request_panels (patient_id, id desc);
create index lab_test_request_panels_sample on lab_test_request_panels (sample_id) where sample_id is not null;
create index lab_test_request_panels_open on lab_test_request_panels (state, requested_at, id) where state in ('requested', 'entered');
create index lab_test_request_panels_approved on lab_test_request_panels (approved_at) where approved_at is not null;
create index lab_test_request_panels_cancelled_by on lab_test_request_panels (cancelled_by) where cancelled_by is not null;

-- Results, by revision. Before it is approved the current one may be changed; afterwards only another revision takes its place.
create table lab_results (
  id bigint primary key generated always as identity,
  -- Null: history that was imported.
  request_panel_id integer references lab_test_request_panels,
  patient_id integer not null references patients,
  panel_id integer not null references lab_panels,
  revision smallint not null default 1 check (revision > 0),
  is_current boolean not null default true,
  -- When the sample was taken, else when it was entered.
  observed_at timestamptz not null,
  -- What is reported, in the panel's unit.
  result text not null check (char_length(result) between 1 and 2000),
  value numeric,
  comparator text check (comparator in ('<', '<=', '>', '>=')),
  unit text,
  -- As it was typed or sent, with its unit.
  entered text not null,
  flag lab_flag,
  -- What it was held against.
  range_id integer references lab_reference_ranges,
  low numeric,
  high numeric,
  low_critical numeric,
  high_critical numeric,
  range_text text not null default '',
  -- The one it was compared with.
  previous_id bigint references lab_results,
  is_delta_exceeded boolean not null default false,
  comment text not null default '',
  origin lab_result_origin not null,
  entered_at timestamptz not null,
  entered_by integer references users,
  approved_at timestamptz,
  approved_by integer references users,
  -- Why it took the place of the one before.
  amend_reason text,
  withdrawn_at timestamptz,
  withdrawn_by integer references users,
  withdraw_reason text,
  source text unique,
  version integer not null default 1,
  constraint lab_results_of check ((request_panel_id is null) = (origin = 'imported') and (origin = 'imported') = (source is not null)),
  constraint lab_results_amended check ((revision > 1) = (amend_reason is not null) or origin = 'imported'),
  constraint lab_results_withdrawn check ((withdrawn_at is null) = (withdraw_reason is null) and (withdrawn_at is null) = (withdrawn_by is null)
    and not (withdrawn_at is not null and is_current)),
  constraint lab_results_comparator check (comparator is null or value is not null),
  constraint lab_results_revision_key unique (request_panel_id, revision)
);
create unique index lab_results_current on lab_results (request_panel_id) where is_current;
create index lab_results_history on lab_results (patient_id, panel_id, observed_at desc, id desc) where is_current;
-- What was reported and is no more.
create index lab_results_replaced on lab_results (request_panel_id) where not is_current and approved_at is not null;
create index lab_results_panel on lab_results (panel_id);
create index lab_results_range on lab_results (range_id) where range_id is not null;
create index lab_results_previous on lab_results (previous_id) where previous_id is not null;
create index lab_results_entered_by on lab_results (entered_by) where entered_by is not null;
create index lab_results_approved_by on lab_results (approved_by) where approved_by is not null;
create index lab_results_withdrawn_by on lab_results (withdrawn_by) where withdrawn_by is not null;

-- What is approved stays as it is.
create function keep_approved_result() returns trigger language plpgsql as $$
begin
  if old.approved_at is not null and (to_jsonb(new) - '{is_current,withdrawn_at,withdrawn_by,withdraw_reason,version}'::text[])
      is distinct from (to_jsonb(old) - '{is_current,withdrawn_at,withdrawn_by,withdraw_reason,version}'::text[]) then
    raise exception 'an approved result cannot be changed' using errcode = 'integrity_constraint_violation';
  end if;
  if not old.is_current and new.is_current or old.withdrawn_at is not null and new.withdrawn_at is null then
    raise exception 'a result that was replaced does not come back' using errcode = 'integrity_constraint_violation';
  end if;
  if (new.request_panel_id, new.patient_id, new.panel_id, new.revision) is distinct from
      (old.request_panel_id, old.patient_id, old.panel_id, old.revision) then
    raise exception 'a result stays with its test' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger lab_results_kept before update on lab_results for each row execute function keep_approved_result();

-- A result belongs to the patient and the panel of its test.
create function check_result_of_panel() returns trigger language plpgsql as $$
begin
  if not exists (select from lab_test_request_panels n
      where n.id = new.request_panel_id and n.patient_id = new.patient_id and n.panel_id = new.panel_id and n.state <> 'cancelled') then
    raise exception 'this result is of another test' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger lab_results_of_panel before insert on lab_results for each row when (new.request_panel_id is not null) execute function check_result_of_panel();

-- Where a test stands follows from its results.
create function follow_results() returns trigger language plpgsql security definer set search_path to public, pg_temp as $$
begin
  update lab_test_request_panels n
  set state = f.state, approved_at = f.approved_at, version = n.version + 1
  from (
    select c.request_panel_id, case when r.id is null then 'requested' when r.approved_at is null then 'entered' else 'approved' end::lab_panel_state
      as state, r.approved_at
    from (select distinct request_panel_id from changed where request_panel_id is not null) c
    left join lab_results r on r.request_panel_id = c.request_panel_id and r.is_current
  ) f
  where n.id = f.request_panel_id and n.state <> 'cancelled';
  return null;
end $$;
create trigger lab_results_added after insert on lab_results referencing new table as changed for each statement execute function follow_results();
create trigger lab_results_changed after update on lab_results referencing new table as changed for each statement execute function follow_results();

-- A panel with results keeps what they mean: another unit would be another test.
create function keep_reported_panel() returns trigger language plpgsql as $$
begin
  if exists (select from lab_results r where r.panel_id = new.id) then
    raise exception 'a test that has results keeps its kind and unit' using errcode = 'integrity_constraint_violation',
      constraint = 'lab_panels_reported';
  end if;
  return new;
end $$;
create trigger lab_panels_reported before update of kind, unit on lab_panels for each row
  when (new.kind <> old.kind or new.unit is distinct from old.unit) execute function keep_reported_panel();

-- What the specification calls a laboratory result: the results of a request of one category.
create table lab_test_results (
  id integer primary key generated always as identity,
  lab_test_request_id integer not null references lab_test_requests,
  category lab_category not null,
  title text not null,
  note text not null default '',
  date_created timestamptz not null,
  recorded_by integer not null references users,
  constraint lab_test_results_once unique (lab_test_request_id, category)
);
create index lab_test_results_recorded_by on lab_test_results (recorded_by);

-- A critical value that somebody has to be told of, and who told whom.
create table lab_critical_calls (
  id integer primary key generated always as identity,
  result_id bigint not null references lab_results,
  patient_id integer not null references patients,
  visit_id integer not null references visits,
  opened_at timestamptz not null,
  -- Told and read back, or the value was changed or withdrawn.
  closed_at timestamptz,
  close_reason text,
  -- The doctor saw it on the screen.
  seen_at timestamptz,
  seen_by integer references users,
  constraint lab_critical_calls_result_key unique (result_id),
  constraint lab_critical_calls_seen check ((seen_at is null) = (seen_by is null)),
  constraint lab_critical_calls_closed check ((closed_at is null) = (close_reason is null))
);
create index lab_critical_calls_open on lab_critical_calls (opened_at) where closed_at is null;
create index lab_critical_calls_visit on lab_critical_calls (visit_id);
create index lab_critical_calls_patient on lab_critical_calls (patient_id, id desc);
create index lab_critical_calls_seen_by on lab_critical_calls (seen_by) where seen_by is not null;
create table lab_critical_tries (
  id integer primary key generated always as identity,
  critical_call_id integer not null references lab_critical_calls,
  called_at timestamptz not null,
  called_by integer not null references users,
  -- Whom, in words: a name, a ward.
  called_to text not null,
  is_reached boolean not null,
  -- Name, number and value were said back.
  is_read_back boolean not null,
  note text not null default '',
  constraint lab_critical_tries_read_back check (is_reached or not is_read_back)
);
create index lab_critical_tries_call on lab_critical_tries (critical_call_id, id);
create index lab_critical_tries_called_by on lab_critical_tries (called_by);

-- Every report that was printed, so that its code can be looked up.
create table lab_reports (
  id integer primary key generated always as identity,
  code text not null unique,
  process_id integer not null references process_test_requests,
  printed_at timestamptz not null,
  printed_by integer references users,
  -- The results it shows: [lab_results.id]
  results jsonb not null,
  is_amended boolean not null
);
create index lab_reports_process on lab_reports (process_id, id desc);
create index lab_reports_printed_by on lab_reports (printed_by) where printed_by is not null;

-- Laboratory services that patients ask for, with the paper of whoever sends them.
create type public_lab_status as enum ('pending', 'confirmed', 'collected', 'done', 'cancelled');
create table public_lab_requests (
  id integer primary key generated always as identity,
  -- Null: sent without signing in, and not matched yet.
  patient_id integer references patients,
  name text,
  phone text,
  email text,
  birth_date date,
  status public_lab_status not null default 'pending',
  profile_id integer not null references lab_profiles,
  appointment_date timestamptz not null,
  file_id integer references files,
  note text not null default '',
  answer text not null default '',
  sample_collected boolean not null default false,
  sample_id integer references lab_samples,
  request_id integer references lab_test_requests,
  date_created timestamptz not null,
  created_by integer references users,
  date_changed timestamptz not null,
  changed_by integer references users,
  version integer not null default 1,
  constraint public_lab_requests_who check (patient_id is not null or (name is not null and num_nonnulls(phone, email) > 0))
);
create index public_lab_requests_patient on public_lab_requests (patient_id, id desc) where patient_id is not null;
create index public_lab_requests_status on public_lab_requests (status, id desc);
create index public_lab_requests_profile on public_lab_requests (profile_id);
create index public_lab_requests_file on public_lab_requests (file_id) where file_id is not null;
create index public_lab_requests_sample on public_lab_requests (sample_id) where sample_id is not null;
create index public_lab_requests_request on public_lab_requests (request_id) where request_id is not null;
create index public_lab_requests_created_by on public_lab_requests (created_by) where created_by is not null;
create index public_lab_requests_changed_by on public_lab_requests (changed_by) where changed_by is not null;
