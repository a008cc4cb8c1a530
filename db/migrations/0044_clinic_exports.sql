-- Exports of the whole clinic that were asked for on a screen: the file lies in data/exports under the id, for a day.
create table clinic_exports (
  id integer primary key generated always as identity,
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'removed')),
  created_at timestamptz not null,
  -- Nobody else may take the file.
  created_by integer not null references users,
  finished_at timestamptz,
  -- Of the file.
  bytes bigint check (bytes >= 0),
  rows bigint check (rows >= 0),
  documents integer check (documents >= 0),
  -- Of which rows tell, but whose bytes are gone or altered.
  missing_documents integer check (missing_documents >= 0),
  -- How far it is, in rows and documents; the total is an estimate.
  done_rows bigint not null default 0,
  total_rows bigint not null default 0,
  -- A sentence in English with places, and the values for them: it is said in the language of whoever reads it.
  failure jsonb,
  -- When the file goes.
  expires_at timestamptz,
  constraint clinic_exports_done check (state <> 'done' or (bytes is not null and expires_at is not null))
);
create index clinic_exports_created_by on clinic_exports (created_by);
-- One at a time.
create unique index clinic_exports_open on clinic_exports ((true)) where state in ('waiting', 'running');
