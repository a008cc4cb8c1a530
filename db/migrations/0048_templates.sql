-- Departments in the order in which people think of them, and what kind of place a room is.
alter table departments
  add position smallint not null default 0,
  add version integer not null default 1;

create type room_kind as enum ('consulting room', 'treatment room', 'bed', 'laboratory bench', 'other');
alter table rooms add kind room_kind not null default 'consulting room';

-- Under which the clinic pays its taxes; on its bills.
alter table company add tax_number text check (tax_number <> '');

-- What the clinic adds to a kind of paper and leaves out of it; a kind without a row is printed as the program brings it. Texts are data
-- to the templates, never templates.
create table paper_settings (
  kind text primary key,
  header text not null,
  footer text not null,
  thanks text not null,
  -- Empty: the usual size; the language of the patient or the clinic.
  size text not null,
  language text not null,
  hidden text[] not null,
  changed_at timestamptz not null,
  changed_by integer not null references users,
  version integer not null default 1
);
create index paper_settings_changed_by on paper_settings (changed_by);
