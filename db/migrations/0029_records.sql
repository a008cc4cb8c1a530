-- Medical records: documents that come in, what was read of them, and what a person made of it.

create type record_status as enum ('uploaded', 'processing', 'ready', 'failed');
create type entity_state as enum ('suggested', 'confirmed', 'rejected');

create table medical_records (
  id integer primary key generated always as identity,
  patient_id integer not null references patients,
  title text not null check (char_length(title) between 1 and 200),
  kind text not null,
  -- The day the paper itself bears.
  document_date date,
  note text not null default '' check (char_length(note) <= 2000),
  -- A record without a file is a text that somebody typed, or a place for what comes.
  file_id integer references files,
  thumbnail_sha256 text,
  status record_status not null,
  error text,
  -- Each reading has a number; the work of an earlier one stops, and changes nothing.
  reading integer not null default 0,
  page_count integer check (page_count >= 0),
  pages_read integer not null default 0,
  read_at timestamptz,
  -- Which dictionaries and rules made the suggestions.
  rules_version text,
  -- Sent by the patient: what it says is nobody's word until somebody of the clinic has looked at it.
  is_from_patient boolean not null default false,
  verified_at timestamptz,
  verified_by integer references users,
  withdrawn_at timestamptz,
  withdrawn_by integer references users,
  withdraw_reason text,
  created_at timestamptz not null,
  created_by integer not null references users,
  changed_at timestamptz not null,
  changed_by integer not null references users,
  version integer not null default 1,
  constraint medical_records_error check ((status = 'failed') = (error is not null)),
  constraint medical_records_verified check ((verified_at is null) = (verified_by is null)),
  constraint medical_records_withdrawn check (
    (withdrawn_at is null) = (withdrawn_by is null) and (withdrawn_at is null) = (withdraw_reason is null)
  )
);
create index medical_records_patient on medical_records (patient_id, id desc);
create index medical_records_unfinished on medical_records (id) where status in ('uploaded', 'processing');
create index medical_records_unverified on medical_records (id desc) where is_from_patient and verified_at is null and withdrawn_at is null;
create index medical_records_file on medical_records (file_id) where file_id is not null;
create index medical_records_created_by on medical_records (created_by, id desc);
create index medical_records_changed_by on medical_records (changed_by);
create index medical_records_verified_by on medical_records (verified_by) where verified_by is not null;
create index medical_records_withdrawn_by on medical_records (withdrawn_by) where withdrawn_by is not null;

create table medical_record_pages (
  record_id integer not null references medical_records on delete cascade,
  number integer not null check (number > 0),
  -- For whom the text is searched; the same as the record's.
  patient_id integer not null references patients,
  text text not null check (char_length(text) <= 200000),
  -- [start, end, x, y, w, h] of each word: offsets in the text, shares of the page.
  words jsonb not null default '[]',
  method text not null check (method in ('text layer', 'ocr', 'plain')),
  quality real,
  image_sha256 text,
  width integer not null default 0,
  height integer not null default 0,
  -- Words as they are written, without accents, and their English stems.
  search tsvector not null generated always as (
    to_tsvector('simple'::regconfig, search_fold(text)) || to_tsvector('english'::regconfig, search_fold(text))
  ) stored,
  primary key (record_id, number)
);
create index medical_record_pages_patient on medical_record_pages (patient_id);
create index medical_record_pages_search on medical_record_pages using gin (search);

create table medical_record_entities (
  id bigint primary key generated always as identity,
  record_id integer not null references medical_records,
  patient_id integer not null references patients,
  page integer not null check (page > 0),
  -- Where it stands in the text of its page, in UTF-16 units; `until` is exclusive.
  start integer not null check (start >= 0),
  until integer not null,
  type text not null,
  text text not null check (char_length(text) between 1 and 500),
  value text,
  unit text,
  code text,
  certainty text not null default 'certain' check (certainty in ('certain', 'possible')),
  negated boolean not null default false,
  subject text not null default 'patient' check (subject in ('patient', 'family', 'other')),
  temporality text not null default 'recent' check (temporality in ('recent', 'historical', 'hypothetical')),
  confidence real check (confidence between 0 and 1),
  details jsonb not null default '{}',
  state entity_state not null default 'suggested',
  -- What was suggested, when a person has corrected it; null for what a person marked.
  suggested jsonb,
  decided_at timestamptz,
  decided_by integer references users,
  -- The structured row that was made of it.
  became text check (became in ('problem', 'allergy', 'medicine', 'laboratory', 'vitals')),
  became_id bigint,
  became_at timestamptz,
  became_by integer references users,
  version integer not null default 1,
  constraint medical_record_entities_span check (until > start),
  constraint medical_record_entities_once unique (record_id, page, start, until, type),
  constraint medical_record_entities_decided check (
    (state = 'suggested') = (decided_at is null) and (decided_at is null) = (decided_by is null)
  ),
  -- Nothing becomes structured data without a person.
  constraint medical_record_entities_became check (
    (became is null) = (became_id is null) and (became is null) = (became_at is null) and (became is null) = (became_by is null)
      and (became is null or state = 'confirmed')
  )
);
create index medical_record_entities_patient on medical_record_entities (patient_id, type, id desc);
create index medical_record_entities_became on medical_record_entities (became, became_id) where became is not null;
create index medical_record_entities_became_by on medical_record_entities (became_by) where became_by is not null;
create index medical_record_entities_decided_by on medical_record_entities (decided_by) where decided_by is not null;

-- What a person has decided stays; only suggestions are replaced.
create function keep_decided_entities() returns trigger language plpgsql as $$
begin
  if old.state <> 'suggested' then raise exception 'a decided entity is never deleted'; end if;
  return old;
end $$;
create trigger medical_record_entities_keep before delete on medical_record_entities for each row execute function keep_decided_entities();

-- Readings of a paper from elsewhere belong to no visit; they say where they come from.
alter table vital_signs alter column visit_id drop not null;
alter table vital_signs add constraint vital_signs_where check (visit_id is not null or source is not null);
