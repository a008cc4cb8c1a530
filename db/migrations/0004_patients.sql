create type gender as enum ('male', 'female', 'other', 'unknown');
create type allergy_category as enum ('drug', 'food', 'environment', 'other');
create type allergy_severity as enum ('mild', 'moderate', 'severe', 'life threatening', 'unknown');
create type identifier_kind as enum ('national id', 'passport', 'birth certificate', 'driving licence', 'health scheme', 'old number', 'other');

create table patients (
  id integer primary key generated always as identity,
  unique_id text not null,
  first_name text not null,
  second_name text not null,
  other_names text,
  single_name boolean not null default false,
  is_unidentified boolean not null default false,
  -- Where and when an unknown person was found, until somebody knows who it is.
  found_at text,
  gender gender not null,
  date_of_birth date,
  is_birth_date_estimated boolean not null default false,
  phone text,
  email text,
  residence text,
  occupation text,
  language text,
  user_id integer references users,
  deactivated_at timestamptz,
  deactivated_by integer references users,
  deactivation_reason text,
  -- Where an imported record came from: the second import of the same row changes nothing.
  source text,
  last_visit_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by integer references users,
  constraint patients_unique_id_key unique (unique_id),
  constraint patients_user_id_key unique (user_id),
  constraint patients_source_key unique (source),
  check (single_name or is_unidentified or second_name <> '')
);
create index patients_last_visit on patients ((coalesce(last_visit_at, '-infinity')) desc, id desc);
create index patients_created_at on patients (created_at);
create index patients_created_by on patients (created_by);
create index patients_deactivated_by on patients (deactivated_by) where deactivated_by is not null;

create table patient_identifiers (
  id integer primary key generated always as identity,
  patient_id integer not null references patients,
  kind identifier_kind not null,
  value text not null,
  issuer text
);
create unique index patient_identifiers_value_key on patient_identifiers (kind, lower(value));
create index patient_identifiers_patient on patient_identifiers (patient_id);

create table patient_insurances (
  id integer primary key generated always as identity,
  patient_id integer not null references patients,
  insurance_company_id integer not null references insurance_companies,
  member_number text,
  valid_until date,
  constraint patient_insurances_once unique (patient_id, insurance_company_id)
);
create index patient_insurances_company on patient_insurances (insurance_company_id);

create table contact_details (
  id integer primary key generated always as identity,
  patient_id integer references patients,
  tel_no text,
  email_address text,
  residence text,
  created_at timestamptz not null default now(),
  created_by integer references users
);
create index contact_details_patient on contact_details (patient_id);
create index contact_details_created_by on contact_details (created_by);

create table next_of_kin (
  id integer primary key generated always as identity,
  patient_id integer not null references patients,
  first_name text not null,
  second_name text not null,
  relationship text not null,
  contacts integer references contact_details,
  ended_at timestamptz,
  ended_by integer references users,
  created_at timestamptz not null default now(),
  created_by integer references users
);
create index next_of_kin_patient on next_of_kin (patient_id);
create index next_of_kin_contacts on next_of_kin (contacts);
create index next_of_kin_created_by on next_of_kin (created_by);

create table allergies (
  id integer primary key generated always as identity,
  patient_id integer not null references patients,
  substance text not null,
  category allergy_category not null,
  reaction text,
  severity allergy_severity not null,
  recorded_at timestamptz not null default now(),
  recorded_by integer references users,
  source text,
  ended_at timestamptz,
  ended_by integer references users,
  end_reason text,
  check ((ended_at is null) = (end_reason is null))
);
create unique index allergies_once on allergies (patient_id, lower(substance)) where ended_at is null;
create index allergies_recorded_by on allergies (recorded_by);

create table patient_alerts (
  id integer primary key generated always as identity,
  patient_id integer not null references patients,
  text text not null,
  is_critical boolean not null default false,
  recorded_at timestamptz not null default now(),
  recorded_by integer references users,
  ended_at timestamptz,
  ended_by integer references users,
  end_reason text
);
create index patient_alerts_patient on patient_alerts (patient_id) where ended_at is null;
create index patient_alerts_recorded_by on patient_alerts (recorded_by);
