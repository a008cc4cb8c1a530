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

alter table number_formats drop constraint number_formats_series_check,
  add constraint number_formats_series_check check (series in (
    'patient', 'visit', 'invoice', 'sample', 'credit note', 'receipt', 'imported', 'appointment',
    'stock note', 'transfer', 'stock count', 'requisition', 'purchase order', 'goods receipt', 'supplier return', 'supplier payment',
    'dispense', 'patient return', 'letter'));
insert into number_formats (series, prefix, with_year, width) values ('letter', 'L-', true, 5);

-- What a letter begins with: plain text with placeholders of a closed list, such as {{patient.name}}.
create table letter_templates (
  id integer primary key generated always as identity,
  name text not null check (name <> ''),
  title text not null check (title <> ''),
  body text not null,
  is_active boolean not null default true,
  version integer not null default 1
);
create unique index letter_templates_name_key on letter_templates (lower(name));
insert into letter_templates (name, title, body) values
  ('Sick note', 'Sick note', 'To whom it may concern

{{patient.name}} ({{patient.number}}), born {{patient.born}}, was seen at {{clinic.name}} on {{today}} and is unfit for work from ___ to ___.'),
  ('Medical certificate', 'Medical certificate', 'To whom it may concern

I have examined {{patient.name}} ({{patient.number}}), born {{patient.born}}, on {{today}}, and certify that ___.'),
  ('Letter', 'Letter', 'Re: {{patient.name}} ({{patient.number}}), born {{patient.born}}

Dear ___,

___');

-- A letter about a patient, as it was signed. It is never changed: what was wrong is said by another one.
create table letters (
  id integer primary key generated always as identity,
  number text not null,
  patient_id integer not null references patients,
  visit_id integer references visits,
  template_id integer references letter_templates,
  title text not null check (title <> ''),
  body text not null check (body <> ''),
  -- Who the patient was and who signed, in the words of that day.
  said jsonb not null,
  signed_at timestamptz not null,
  signed_by integer not null references users,
  constraint letters_number_key unique (number)
);
create index letters_patient on letters (patient_id, id desc);
create index letters_visit on letters (visit_id) where visit_id is not null;
create index letters_template on letters (template_id) where template_id is not null;
create index letters_signed_by on letters (signed_by);
call move_with_patients('letters');
