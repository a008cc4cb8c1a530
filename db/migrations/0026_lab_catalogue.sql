-- What the laboratory measures: specimens in their containers, panels (each one test with one result), profiles (panels that are asked for
-- together), and the ranges that a result is held against.
create type lab_panel_kind as enum ('quantitative', 'qualitative', 'text', 'calculated');
create type lab_sex as enum ('male', 'female');

create table lab_containers (
  id integer primary key generated always as identity,
  name text not null,
  -- Of the cap, as CSS writes colours.
  colour text not null check (colour ~ '^#[0-9a-f]{6}$'),
  -- Filled first: the lowest.
  order_of_draw smallint not null check (order_of_draw between 1 and 99),
  is_active boolean not null default true,
  version integer not null default 1
);
create unique index lab_containers_name_key on lab_containers (lower(name));

create table lab_specimens (
  id integer primary key generated always as identity,
  -- As analysers and labels write it: SER, URN.
  code text not null check (code ~ '^[A-Z][A-Z0-9]{1,9}$'),
  name text not null,
  container_id integer not null references lab_containers,
  -- ml
  volume numeric(6, 2) check (volume > 0),
  -- How it is taken, for whoever takes it.
  instructions text not null default '',
  is_active boolean not null default true,
  version integer not null default 1,
  constraint lab_specimens_code_key unique (code)
);
create unique index lab_specimens_name_key on lab_specimens (lower(name));
create index lab_specimens_container on lab_specimens (container_id);

insert into lab_containers (name, colour, order_of_draw) values
  ('Blood culture bottles', '#111827', 1), ('Light blue top (citrate)', '#7dd3fc', 2), ('Red or gold top (serum)', '#dc2626', 3),
  ('Green top (heparin)', '#16a34a', 4), ('Lavender top (EDTA)', '#a78bfa', 5), ('Grey top (fluoride)', '#9ca3af', 6),
  ('Finger prick', '#f87171', 7), ('Urine cup', '#facc15', 20), ('Stool pot', '#92400e', 21), ('Sputum pot', '#a3e635', 22),
  ('Sterile tube', '#0d9488', 23), ('Swab', '#f9a8d4', 24);
insert into lab_specimens (code, name, container_id, volume, instructions)
select s.code, s.name, c.id, s.volume, s.instructions
from (values
  ('BC', 'Blood for culture', 'Blood culture bottles', 10, 'Disinfect the skin and the stopper. Before any other tube.'),
  ('CIT', 'Citrated plasma', 'Light blue top (citrate)', 2.7, 'Fill to the mark: one part citrate to nine of blood.'),
  ('SER', 'Serum', 'Red or gold top (serum)', 4, ''),
  ('PLAS', 'Heparin plasma', 'Green top (heparin)', 4, ''),
  ('EDTA', 'Whole blood, EDTA', 'Lavender top (EDTA)', 3, 'Turn over eight times.'),
  ('FLU', 'Fluoride plasma', 'Grey top (fluoride)', 2, 'Say whether fasting.'),
  ('CAP', 'Capillary blood', 'Finger prick', 0.1, ''),
  ('URN', 'Urine', 'Urine cup', 20, 'Mid-stream.'),
  ('STL', 'Stool', 'Stool pot', null, ''),
  ('SPT', 'Sputum', 'Sputum pot', null, 'Early in the morning, coughed up, not spit.'),
  ('CSF', 'Cerebrospinal fluid', 'Sterile tube', 1, 'At once to the laboratory.'),
  ('SWB', 'Swab', 'Swab', null, ''),
  ('OTH', 'Other specimen', 'Sterile tube', null, '')
) s (code, name, container, volume, instructions) join lab_containers c on c.name = s.container;

create table lab_panels (
  id integer primary key generated always as identity,
  -- By which formulas and work lists name it.
  code text not null check (code ~ '^[A-Z][A-Z0-9_]{0,19}$'),
  name text not null,
  kind lab_panel_kind not null,
  specimen_id integer not null references lab_specimens,
  -- The bench of the laboratory that does it.
  section text not null default '',
  -- UCUM; the one unit it is reported in.
  unit text check (unit ~ '^[!-~]{1,30}$'),
  decimals smallint check (decimals between 0 and 6),
  -- What else it may be entered in: [{unit, factor, offset}], where canonical = value * factor + offset.
  units jsonb not null default '[]',
  -- Of a coded test: [{value, flag}], in the order in which they are offered.
  choices jsonb not null default '[]',
  -- Of a calculated test, over codes of other panels.
  formula text,
  loinc text check (loinc ~ '^[0-9]{1,7}-[0-9]$'),
  method text not null default '',
  -- The item it is charged as when it is asked for by itself; without one it comes in profiles only.
  item_id integer references items,
  turnaround_minutes integer check (turnaround_minutes between 1 and 525600),
  urgent_turnaround_minutes integer check (urgent_turnaround_minutes between 1 and 525600),
  -- A change from the previous result by so much (in its unit, or per cent) within so many days is looked at twice.
  delta_absolute numeric(18, 6) check (delta_absolute > 0),
  delta_percent numeric(9, 2) check (delta_percent > 0),
  delta_days integer check (delta_days between 1 and 3660),
  -- Its place among the results of a report.
  position integer not null default 1000,
  is_active boolean not null default true,
  search_name text not null generated always as (search_fold(name)) stored,
  version integer not null default 1,
  constraint lab_panels_code_key unique (code),
  constraint lab_panels_item_key unique (item_id),
  constraint lab_panels_calculated check ((kind = 'calculated') = (formula is not null)),
  constraint lab_panels_choices check ((kind = 'qualitative') = (choices <> '[]')),
  constraint lab_panels_unit check (kind in ('quantitative', 'calculated') or (unit is null and units = '[]' and decimals is null
    and delta_absolute is null and delta_percent is null)),
  constraint lab_panels_delta check ((delta_days is not null) = (num_nonnulls(delta_absolute, delta_percent) > 0))
);
create unique index lab_panels_name_key on lab_panels (lower(name));
create index lab_panels_name_trgm on lab_panels using gin (search_name gin_trgm_ops);
create index lab_panels_specimen on lab_panels (specimen_id);
create index lab_panels_loinc on lab_panels (loinc) where loinc is not null;

-- Whose results are held against which limits, from which day on. Two that fit the same person on the same day cannot both be there.
create table lab_reference_ranges (
  id integer primary key generated always as identity,
  panel_id integer not null references lab_panels,
  -- Null: both, and where it is not known.
  sex lab_sex,
  age_from_days integer not null default 0 check (age_from_days >= 0),
  -- Exclusive; null: without end.
  age_to_days integer,
  -- Null: whether or not.
  is_pregnant boolean,
  low numeric(18, 6),
  high numeric(18, 6),
  low_critical numeric(18, 6),
  high_critical numeric(18, 6),
  -- Beyond these a result is a slip of the pen.
  low_valid numeric(18, 6),
  high_valid numeric(18, 6),
  -- Printed instead of or beside the limits.
  text text not null default '',
  valid_from date not null,
  -- Exclusive; null: until another one is entered.
  valid_until date,
  created_at timestamptz not null,
  created_by integer references users,
  version integer not null default 1,
  constraint lab_reference_ranges_age check (age_to_days > age_from_days),
  constraint lab_reference_ranges_limits check (low <= high and low_critical <= high_critical and low_valid <= high_valid
    and low_critical <= low and high_critical >= high and low_valid <= coalesce(low_critical, low) and high_valid >= coalesce(high_critical, high)),
  constraint lab_reference_ranges_validity check (valid_until >= valid_from),
  constraint lab_reference_ranges_male check (not (sex = 'male' and is_pregnant)),
  constraint lab_reference_ranges_overlap exclude using gist (
    panel_id with =,
    (case sex when 'male' then int4range(1, 2) when 'female' then int4range(2, 3) else int4range(1, 3) end) with &&,
    (case is_pregnant when false then int4range(1, 2) when true then int4range(2, 3) else int4range(1, 3) end) with &&,
    int4range(age_from_days, age_to_days) with &&,
    daterange(valid_from, valid_until) with &&)
);
create index lab_reference_ranges_panel on lab_reference_ranges (panel_id, age_from_days, id);
create index lab_reference_ranges_created_by on lab_reference_ranges (created_by) where created_by is not null;

create table lab_profiles (
  id integer primary key generated always as identity,
  code text not null check (code ~ '^[A-Z][A-Z0-9_]{0,19}$'),
  name text not null,
  -- The item it is charged as as a whole; without one each of its panels is charged by itself.
  item_id integer references items,
  loinc text check (loinc ~ '^[0-9]{1,7}-[0-9]$'),
  position integer not null default 1000,
  is_active boolean not null default true,
  search_name text not null generated always as (search_fold(name)) stored,
  version integer not null default 1,
  constraint lab_profiles_code_key unique (code),
  constraint lab_profiles_item_key unique (item_id)
);
create unique index lab_profiles_name_key on lab_profiles (lower(name));

create table lab_profile_panels (
  profile_id integer not null references lab_profiles,
  panel_id integer not null references lab_panels,
  position integer not null,
  primary key (profile_id, panel_id)
);
create index lab_profile_panels_panel on lab_profile_panels (panel_id);

-- How the laboratory works: one row.
create table lab_settings (
  id integer primary key default 1 check (id = 1),
  -- Who entered a result may not approve it.
  approver_must_differ boolean not null default false,
  -- Taking a sample is receiving it: it is taken in the laboratory.
  receive_on_collect boolean not null default false,
  -- A critical value that nobody was told of is shown anew after so many minutes.
  critical_minutes smallint not null default 15 check (critical_minutes between 1 and 1440),
  -- In millimetres.
  label_width smallint not null default 50 check (label_width between 30 and 150),
  label_height smallint not null default 25 check (label_height between 15 and 150),
  -- Printed under every report.
  report_note text not null default '',
  version integer not null default 1
);
insert into lab_settings default values;

-- Tests that are on the price list already are tests with a result in words, until somebody says more of them.
insert into lab_panels (code, name, kind, specimen_id, item_id, is_active, position)
select 'T' || t.id, t.name, 'text', s.id, t.id, t.is_active, 2000
from items t, lab_specimens s where t.category = 'laboratory' and s.code = 'OTH';
