-- What a drug of the catalogue is, where a person knows better than its name says.
create table item_drugs (
  item_id integer primary key references items,
  substances text[] not null check (cardinality(substances) between 1 and 10),
  -- Of each substance in its order, in one unit that is counted out; none where it is not known.
  strengths jsonb,
  form text,
  route text,
  changed_at timestamptz not null,
  changed_by integer not null references users,
  version integer not null default 1
);
create index item_drugs_changed_by on item_drugs (changed_by);

create type prescription_status as enum ('pending', 'partially dispensed', 'dispensed', 'cancelled');

-- The status follows from the lines, by the trigger below alone; none while nothing has been prescribed.
alter table prescriptions
  add status prescription_status,
  add start_date date,
  add note text,
  add version integer not null default 1;
create index prescriptions_status on prescriptions (status, id desc) where status is not null;
create index prescriptions_newest on prescriptions (id desc) where status is not null;

alter table prescribed_drugs
  -- As it was typed, and as it was read: src/features/directions. A line without structure is text alone.
  add directions text,
  add structure jsonb,
  -- The last day of the course, where it has one.
  add ends_on date,
  add quantity_dispensed numeric(12, 3) not null default 0,
  -- The line that took the place of this one.
  add replaced_by integer references prescribed_drugs,
  add constraint prescribed_drugs_dispensed check (quantity_dispensed between 0 and quantity),
  add constraint prescribed_drugs_done check (is_dispensed = (quantity_dispensed = quantity));
drop index prescribed_drugs_item;
create index prescribed_drugs_item on prescribed_drugs (item_id, id desc);
create index prescribed_drugs_is_dispensed on prescribed_drugs (is_dispensed, id desc);
create index prescribed_drugs_replaced_by on prescribed_drugs (replaced_by) where replaced_by is not null;
-- What a patient may be taking now: looked at by every safety check.
create index prescribed_drugs_taken on prescribed_drugs (patient_id, ends_on) where cancelled_at is null;

-- It runs as the owner: nobody else writes a status.
create function derive_prescription_status() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update prescriptions s set version = s.version + 1, status = (
    select case
        when count(*) filter (where d.cancelled_at is null) = 0 then 'cancelled'
        when bool_and(d.is_dispensed) filter (where d.cancelled_at is null) then 'dispensed'
        when bool_or(d.quantity_dispensed > 0) filter (where d.cancelled_at is null) then 'partially dispensed'
        else 'pending' end::prescription_status
    from prescribed_drugs d where d.prescription_id = s.id)
  where s.id in (select distinct prescription_id from changed);
  return null;
end $$;
create trigger prescribed_drugs_added after insert on prescribed_drugs
  referencing new table as changed for each statement execute function derive_prescription_status();
create trigger prescribed_drugs_changed after update on prescribed_drugs
  referencing new table as changed for each statement execute function derive_prescription_status();
update prescribed_drugs set version = version;

-- What was handed out, never changed afterwards.
create table dispensations (
  id integer primary key generated always as identity,
  prescribed_drug_id integer not null references prescribed_drugs,
  quantity numeric(12, 3) not null check (quantity > 0),
  dispensed_at timestamptz not null,
  dispensed_by integer not null references users
);
create index dispensations_drug on dispensations (prescribed_drug_id);
create index dispensations_dispensed_by on dispensations (dispensed_by);

-- A warning that somebody went ahead against, and why; shown to whoever dispenses.
create table safety_overrides (
  id integer primary key generated always as identity,
  prescribed_drug_id integer not null references prescribed_drugs,
  stage text not null check (stage in ('prescribing', 'dispensing')),
  warning_key text not null,
  kind text not null,
  title text not null,
  detail text not null,
  source text not null,
  rules_version text not null,
  reason text not null,
  overridden_at timestamptz not null,
  overridden_by integer not null references users
);
create index safety_overrides_drug on safety_overrides (prescribed_drug_id);
create index safety_overrides_overridden_by on safety_overrides (overridden_by);

-- Lines that a prescriber keeps at hand.
create table prescription_favourites (
  id integer primary key generated always as identity,
  user_id integer not null references users,
  item_id integer not null references items,
  directions text not null,
  created_at timestamptz not null,
  constraint prescription_favourites_once unique (user_id, item_id, directions)
);
create index prescription_favourites_item on prescription_favourites (item_id);

-- What a patient takes that this clinic did not prescribe here: told by the patient, or brought from an earlier system.
create table patient_medicines (
  id integer primary key generated always as identity,
  patient_id integer not null references patients,
  name text not null,
  directions text,
  reason text,
  started_on date,
  stopped_on date,
  stop_reason text,
  recorded_at timestamptz not null,
  recorded_by integer references users,
  source text,
  version integer not null default 1,
  constraint patient_medicines_source_key unique (source),
  constraint patient_medicines_order check (stopped_on >= started_on)
);
create index patient_medicines_patient on patient_medicines (patient_id, id desc);
create index patient_medicines_recorded_by on patient_medicines (recorded_by);

-- A prescription that a patient sent in as a picture or PDF, to be filled.
create type public_prescription_status as enum ('pending', 'accepted', 'declined', 'done');
create table public_prescription_requests (
  id integer primary key generated always as identity,
  patient_id integer not null references patients,
  status public_prescription_status not null default 'pending',
  file_id integer not null references files,
  note text,
  answer text,
  date_created timestamptz not null,
  created_by integer not null references users,
  date_changed timestamptz not null,
  changed_by integer references users,
  version integer not null default 1
);
create index public_prescription_requests_patient on public_prescription_requests (patient_id, id desc);
create index public_prescription_requests_status on public_prescription_requests (status, id desc);
create index public_prescription_requests_file on public_prescription_requests (file_id);
create index public_prescription_requests_created_by on public_prescription_requests (created_by);
create index public_prescription_requests_changed_by on public_prescription_requests (changed_by) where changed_by is not null;
