-- Rows that came by file: what was sent, what each row became, and how far the work is.
create type import_kind as enum ('patients', 'items', 'people');
create type import_state as enum ('mapping', 'checking', 'checked', 'running', 'done', 'stopped', 'undoing', 'undone');
-- A row is found refused, a duplicate, the same or new; a new one is created, and an undone one withdrawn, or kept with a reason.
create type import_row_state as enum ('refused', 'duplicate', 'same', 'new', 'created', 'withdrawn', 'kept');

create table imports (
  id integer primary key generated always as identity,
  kind import_kind not null,
  state import_state not null default 'mapping',
  file_name text not null,
  -- What the file store knows the file by.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- How its bytes are read; null for a spreadsheet.
  encoding text,
  delimiter text,
  headings text[] not null,
  -- The first rows as they stand in the file, to choose the columns by.
  sample jsonb not null,
  -- The place of each column in the file, by the column's name.
  mapping jsonb not null,
  month_first boolean not null default false,
  -- All rows or none, in one transaction.
  is_whole boolean not null default false,
  -- Counts the checks: one that another has replaced ends by itself.
  round integer not null default 1,
  -- The last row of the file that was looked at, and whether it was its end.
  last_row integer not null default 1,
  is_read boolean not null default false,
  new_rows integer not null default 0 check (new_rows >= 0),
  same_rows integer not null default 0 check (same_rows >= 0),
  duplicate_rows integer not null default 0 check (duplicate_rows >= 0),
  refused_rows integer not null default 0 check (refused_rows >= 0),
  created_rows integer not null default 0 check (created_rows >= 0),
  withdrawn_rows integer not null default 0 check (withdrawn_rows >= 0),
  kept_rows integer not null default 0 check (kept_rows >= 0),
  -- Why it stopped, in words for people.
  problem text,
  -- Who asked for the work that is under way, or was last.
  asked_by integer not null references users,
  worked_at timestamptz not null default now(),
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  created_by integer not null references users
);
create index imports_created_by on imports (created_by);
create index imports_asked_by on imports (asked_by);
create index imports_kind on imports (kind, id desc);
create index imports_at_work on imports (worked_at) where state in ('checking', 'running', 'undoing');

create table import_rows (
  import_id integer not null references imports,
  -- As a spreadsheet numbers it: the heading is 1.
  row integer not null check (row > 1),
  state import_row_state not null,
  -- What the file says, by column; kept until the row is created, and for good where it is not.
  cells jsonb,
  -- What is wrong: column and message of each problem.
  problems jsonb,
  -- Whom or what it resembles.
  resembles text,
  -- What was created of it; a patient, an item or a person, as the import's kind says.
  entity_id integer,
  primary key (import_id, row)
);
create index import_rows_state on import_rows (import_id, state, row);

-- What may be in a file once: rows that come later are duplicates of the first. Only while a file is checked.
create table import_keys (
  import_id integer not null references imports,
  key text not null,
  row integer not null,
  primary key (import_id, key)
);
