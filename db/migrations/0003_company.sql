-- The clinic itself: one row, there from the start; set_up_at tells whether the first-start wizard was finished.
create table company (
  id integer primary key default 1 check (id = 1),
  name text not null default '',
  address1 text,
  address2 text,
  phone1 text,
  phone2 text,
  email1 text,
  email2 text,
  logo_file_id integer references files,
  currency text not null default 'KES' check (currency ~ '^[A-Z]{3}$'),
  time_zone text not null default 'Africa/Nairobi',
  language text not null default 'en',
  is_demo boolean not null default false,
  set_up_at timestamptz,
  version integer not null default 1
);
create index company_logo on company (logo_file_id);
insert into company default values;

-- The one-time code that whoever sets up a new clinic must hold: a keyed hash of what the start printed last. Gone once used.
create table set_up_codes (
  id integer primary key default 1 check (id = 1),
  code_hash bytea not null,
  made_at timestamptz not null
);

create table insurance_companies (
  id integer primary key generated always as identity,
  name text not null,
  phone text,
  email text,
  is_active boolean not null default true,
  version integer not null default 1
);
create unique index insurance_companies_name_key on insurance_companies (lower(name));

create table departments (
  id integer primary key generated always as identity,
  name text not null,
  is_active boolean not null default true
);
create unique index departments_name_key on departments (lower(name));

create table services (
  id integer primary key generated always as identity,
  name text not null,
  price numeric(12, 2) not null check (price >= 0),
  department_id integer references departments,
  is_active boolean not null default true
);
create unique index services_name_key on services (lower(name));
create index services_department on services (department_id);
