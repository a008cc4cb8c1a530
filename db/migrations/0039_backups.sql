-- Every backup that was asked for, is under way, lies in the folder of backups, or lay there once. The archive itself is the truth; this is what
-- became of it.
create table backups (
  id integer primary key generated always as identity,
  -- Of its file in the folder of backups; null until it is there.
  name text unique check (name ~ '^kliniki-[0-9]{8}-[0-9]{6}\.kbackup$'),
  -- `found`: made by the command, or before a migration, and found in the folder.
  origin text not null check (origin in ('nightly', 'asked', 'found')),
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'removed')),
  created_at timestamptz not null,
  created_by integer references users,
  started_at timestamptz,
  finished_at timestamptz,
  -- Of the archive.
  bytes bigint check (bytes >= 0),
  -- How far it is, in bytes of what is saved.
  done_bytes bigint not null default 0,
  total_bytes bigint not null default 0,
  failure text check (length(failure) <= 1000),
  -- Whether it was restored into a database of its own and compared; null when nobody has asked.
  check_state text check (check_state in ('waiting', 'running', 'passed', 'failed')),
  checked_at timestamptz,
  check_failure text check (length(check_failure) <= 1000),
  -- What the restored database held: rows of each table, and the sums.
  counts jsonb,
  constraint backups_named check (name is not null or state in ('waiting', 'running', 'failed')),
  constraint backups_checked check ((check_state in ('passed', 'failed')) is not true or checked_at is not null)
);
create index backups_created_by on backups (created_by) where created_by is not null;
create index backups_open on backups (id) where state in ('waiting', 'running') or check_state in ('waiting', 'running');
-- One at a time waits.
create unique index backups_waiting on backups (state) where state = 'waiting';

create table backup_settings (
  id boolean primary key default true check (id),
  is_nightly boolean not null default true,
  -- Of the clinic's clock.
  hour smallint not null default 2 check (hour between 0 and 23),
  version integer not null default 1
);
insert into backup_settings default values;
