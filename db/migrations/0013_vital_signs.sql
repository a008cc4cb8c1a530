-- Triage: what a nurse measures on a visit, how urgent it is, and which values are out of the ordinary at which age.

create type consciousness as enum ('alert', 'confusion', 'voice', 'pain', 'unresponsive');
create type triage_scale as enum ('esi', 'manchester', 'sats', 'ctas', 'ats');

-- Sets of vital signs, never changed: a correction is a new row, and the row that it corrects says which. What was not measured is null,
-- never zero; the checks are the limits of the plausible, the same as in features/triage/measures.ts.
create table vital_signs (
  id bigint primary key generated always as identity,
  visit_id integer not null references visits,
  patient_id integer not null references patients,
  taken_at timestamptz not null,
  taken_by integer references users,
  recorded_at timestamptz not null,
  recorded_by integer references users,
  -- °C
  temperature numeric(4, 1) check (temperature between 25 and 45),
  -- per minute
  pulse smallint check (pulse between 10 and 350),
  -- mmHg
  systolic smallint check (systolic between 30 and 300),
  diastolic smallint check (diastolic between 10 and 200),
  -- per minute
  respiration smallint check (respiration between 1 and 150),
  -- per cent
  spo2 smallint check (spo2 between 20 and 100),
  on_oxygen boolean,
  -- litres per minute
  oxygen_flow numeric(4, 1) check (oxygen_flow between 0.1 and 100),
  consciousness consciousness,
  pain smallint check (pain between 0 and 10),
  -- mmol/L
  glucose numeric(4, 1) check (glucose between 0.5 and 80),
  -- cm
  height numeric(5, 1) check (height between 20 and 260),
  -- kg
  weight numeric(6, 3) check (weight between 0.2 and 700),
  -- mm, of the upper arm
  muac smallint check (muac between 50 and 600),
  -- cm
  head_circumference numeric(4, 1) check (head_circumference between 15 and 80),
  notes text check (char_length(notes) between 1 and 300),
  -- As it was when it was recorded; never computed again.
  news2 smallint check (news2 between 0 and 20),
  news2_scale smallint not null default 1 check (news2_scale in (1, 2)),
  rules_version text not null default '1',
  flags jsonb not null default '{}',
  is_critical boolean not null default false,
  replaced_by bigint unique references vital_signs,
  -- The identifier in the system that it was imported from.
  source text unique,
  constraint vital_signs_pressure check (diastolic < systolic),
  constraint vital_signs_flow check (oxygen_flow is null or on_oxygen),
  constraint vital_signs_something check (num_nonnulls(temperature, pulse, systolic, diastolic, respiration, spo2, on_oxygen, consciousness,
    pain, glucose, height, weight, muac, head_circumference, notes) > 0)
);
create index vital_signs_visit on vital_signs (visit_id, taken_at desc, id desc);
create index vital_signs_patient on vital_signs (patient_id, taken_at desc, id desc) where replaced_by is null;
create index vital_signs_taken_by on vital_signs (taken_by);
create index vital_signs_recorded_by on vital_signs (recorded_by);

alter table triages
  add column is_pregnant boolean,
  add column spo2_scale smallint not null default 1 check (spo2_scale in (1, 2)),
  add column scale triage_scale,
  add column level smallint check (level between 1 and 5),
  -- As the scale said when the level was chosen; none where the scale names no time.
  add column target_minutes smallint check (target_minutes >= 0),
  add column level_at timestamptz,
  add column level_by integer references users,
  -- Of the latest set, for boards.
  add column news2 smallint,
  add column is_critical boolean not null default false,
  -- The latest critical value, until a doctor has seen it.
  add column critical_at timestamptz,
  add column critical_text text,
  add column critical_seen_at timestamptz,
  add column critical_seen_by integer references users,
  add column version integer not null default 1,
  add constraint triages_level check (num_nonnulls(scale, level, level_at) in (0, 3)),
  add constraint triages_critical check ((critical_at is null) = (critical_text is null)),
  add constraint triages_seen check (num_nonnulls(critical_seen_at, critical_seen_by) in (0, 2) and (critical_seen_at is null or critical_at is not null));
create index triages_level_by on triages (level_by) where level_by is not null;
create index triages_critical_seen_by on triages (critical_seen_by) where critical_seen_by is not null;
create index triages_unseen on triages (critical_at) where critical_at is not null and critical_seen_at is null;

create table triage_settings (
  id smallint primary key default 1 check (id = 1),
  scale triage_scale not null default 'manchester',
  version integer not null default 1
);
insert into triage_settings default values;

-- What is ordinary at which age (whole months, the upper one excluded), and at or beyond what a value is critical. Somebody of the clinic
-- confirms each row.
create table vital_limits (
  id integer primary key generated always as identity,
  measure text not null,
  age_from_months smallint not null check (age_from_months >= 0),
  age_to_months smallint,
  low numeric(5, 1),
  high numeric(5, 1),
  low_critical numeric(5, 1),
  high_critical numeric(5, 1),
  source text not null,
  confirmed_at timestamptz,
  confirmed_by integer references users,
  version integer not null default 1,
  unique (measure, age_from_months),
  constraint vital_limits_ages check (age_to_months > age_from_months),
  constraint vital_limits_order check (low_critical <= low and low <= high and high <= high_critical and low_critical < high_critical),
  constraint vital_limits_confirmed check ((confirmed_at is null) = (confirmed_by is null))
);
create index vital_limits_confirmed_by on vital_limits (confirmed_by) where confirmed_by is not null;

insert into vital_limits (measure, age_from_months, age_to_months, low, high, low_critical, high_critical, source) values
  ('temperature', 0, 1, 36.5, 37.5, 35.4, 38.0, 'WHO, Managing possible serious bacterial infection in young infants 2015'),
  ('temperature', 1, 3, 36.1, 37.9, 35.0, 38.0, 'NICE NG143: fever under 3 months'),
  ('temperature', 3, 12, 36.1, 37.9, 35.0, 39.5, 'WHO, Pocket book of hospital care for children 2013'),
  ('temperature', 12, 36, 36.1, 37.9, 35.0, 40.0, 'WHO, Pocket book of hospital care for children 2013'),
  ('temperature', 36, 72, 36.1, 37.9, 35.0, 40.0, 'WHO, Pocket book of hospital care for children 2013'),
  ('temperature', 72, 144, 36.1, 37.9, 35.0, 40.0, 'WHO, Pocket book of hospital care for children 2013'),
  ('temperature', 144, 192, 36.1, 38.0, 35.0, 40.0, 'NEWS2, Royal College of Physicians 2017'),
  ('temperature', 192, null, 36.1, 38.0, 35.0, 40.0, 'NEWS2, Royal College of Physicians 2017'),
  ('pulse', 0, 1, 100, 205, 79, 220, 'PALS 2020 (American Heart Association)'),
  ('pulse', 1, 12, 100, 180, 79, 220, 'PALS 2020 (American Heart Association)'),
  ('pulse', 12, 36, 98, 140, 59, 180, 'PALS 2020 (American Heart Association)'),
  ('pulse', 36, 72, 80, 120, 59, 180, 'PALS 2020 (American Heart Association)'),
  ('pulse', 72, 144, 75, 118, 50, 160, 'PALS 2020 (American Heart Association)'),
  ('pulse', 144, 192, 60, 100, 45, 140, 'PALS 2020 (American Heart Association)'),
  ('pulse', 192, null, 51, 90, 40, 131, 'NEWS2, Royal College of Physicians 2017'),
  ('respiration', 0, 1, 30, 59, 20, 70, 'APLS 6th edition'),
  ('respiration', 1, 2, 30, 59, 20, 70, 'WHO, Pocket book of hospital care for children 2013: fast from 60'),
  ('respiration', 2, 12, 30, 49, 20, 70, 'WHO, Pocket book of hospital care for children 2013: fast from 50'),
  ('respiration', 12, 36, 22, 37, 15, 60, 'PALS 2020 (American Heart Association)'),
  ('respiration', 36, 72, 20, 28, 12, 50, 'PALS 2020 (American Heart Association)'),
  ('respiration', 72, 144, 18, 25, 10, 40, 'PALS 2020 (American Heart Association)'),
  ('respiration', 144, 192, 12, 20, 8, 30, 'PALS 2020 (American Heart Association)'),
  ('respiration', 192, null, 12, 20, 8, 25, 'NEWS2, Royal College of Physicians 2017'),
  ('systolic', 0, 1, 67, 84, 59, null, 'PALS 2020 (American Heart Association)'),
  ('systolic', 1, 12, 72, 104, 69, null, 'PALS 2020 (American Heart Association)'),
  ('systolic', 12, 36, 86, 106, 71, null, 'PALS 2020 (American Heart Association)'),
  ('systolic', 36, 72, 89, 112, 75, null, 'PALS 2020 (American Heart Association)'),
  ('systolic', 72, 144, 97, 115, 81, null, 'PALS 2020 (American Heart Association)'),
  ('systolic', 144, 192, 110, 131, 89, 180, 'PALS 2020 (American Heart Association)'),
  ('systolic', 192, null, 101, 139, 90, 220, 'NEWS2, Royal College of Physicians 2017; above 139: ACC/AHA 2017'),
  ('diastolic', 0, 1, 35, 53, null, null, 'PALS 2020 (American Heart Association)'),
  ('diastolic', 1, 12, 37, 56, null, null, 'PALS 2020 (American Heart Association)'),
  ('diastolic', 12, 36, 42, 63, null, null, 'PALS 2020 (American Heart Association)'),
  ('diastolic', 36, 72, 46, 72, null, null, 'PALS 2020 (American Heart Association)'),
  ('diastolic', 72, 144, 57, 76, null, null, 'PALS 2020 (American Heart Association)'),
  ('diastolic', 144, 192, 64, 83, null, 120, 'PALS 2020 (American Heart Association)'),
  ('diastolic', 192, null, 60, 89, 39, 120, 'ACC/AHA 2017'),
  ('spo2', 0, 1, 95, null, 89, null, 'WHO, Pocket book of hospital care for children 2013'),
  ('spo2', 1, 12, 95, null, 89, null, 'WHO, Pocket book of hospital care for children 2013'),
  ('spo2', 12, 36, 95, null, 89, null, 'WHO, Pocket book of hospital care for children 2013'),
  ('spo2', 36, 72, 95, null, 89, null, 'WHO, Pocket book of hospital care for children 2013'),
  ('spo2', 72, 144, 95, null, 89, null, 'WHO, Pocket book of hospital care for children 2013'),
  ('spo2', 144, 192, 95, null, 89, null, 'WHO, Pocket book of hospital care for children 2013'),
  ('spo2', 192, null, 94, null, 91, null, 'British Thoracic Society 2017; critical: NEWS2, Royal College of Physicians 2017'),
  ('glucose', 0, 1, 2.6, 8.0, 2.5, 15.0, 'WHO, Newborn: essential care 2022'),
  ('glucose', 1, 12, 3.3, 7.8, 2.5, 15.0, 'WHO, Pocket book of hospital care for children 2013'),
  ('glucose', 12, 36, 3.3, 7.8, 2.5, 15.0, 'WHO, Pocket book of hospital care for children 2013'),
  ('glucose', 36, 72, 3.3, 7.8, 2.5, 15.0, 'WHO, Pocket book of hospital care for children 2013'),
  ('glucose', 72, 144, 3.3, 7.8, 2.5, 15.0, 'WHO, Pocket book of hospital care for children 2013'),
  ('glucose', 144, 192, 3.9, 7.8, 2.9, 20.0, 'American Diabetes Association 2024'),
  ('glucose', 192, null, 3.9, 11.0, 2.9, 20.0, 'American Diabetes Association 2024'),
  ('pain', 0, null, null, 6, null, null, 'WHO pain ladder: severe from 7'),
  ('muac', 6, 60, 125, null, 114, null, 'WHO and UNICEF 2009: moderate below 125 mm, severe below 115 mm');
