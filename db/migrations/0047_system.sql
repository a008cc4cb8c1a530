-- What the program's own statements and requests cost, by day: shapes without values, counts and times. Kept for a week.
create table system_figures (
  day date not null,
  kind text not null check (kind in ('statement', 'request')),
  -- Of the text.
  digest text not null check (digest ~ '^[0-9a-f]{32}$'),
  text text not null check (length(text) <= 2000),
  calls bigint not null check (calls > 0),
  -- Those that the program answered with a fault of its own, or the database refused.
  failed bigint not null check (failed between 0 and calls),
  total_ms double precision not null check (total_ms >= 0),
  max_ms double precision not null check (max_ms >= 0),
  -- How many took under 1 ms, 1 to 2, 2 to 4 and so on; the last holds the rest.
  buckets bigint[] not null check (cardinality(buckets) = 16),
  primary key (day, kind, digest)
);

-- The room on the disks that the program writes to, as it was last measured.
create table system_disks (
  place text primary key check (place in ('data', 'backups')),
  free_bytes bigint not null check (free_bytes >= 0),
  total_bytes bigint not null check (total_bytes > 0),
  measured_at timestamptz not null
);

-- Since when some process of the program has looked at it without a pause, which is as good as since when it runs. One row.
create table system_watch (
  id integer primary key check (id = 1),
  since timestamptz not null,
  seen_at timestamptz not null
);

-- Whose connections they are and what they do is the owner's to see; how many there are and how old the oldest transaction is, the program's.
create function system_sessions() returns table (used integer, maximum integer, longest_seconds double precision)
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select (count(*) filter (where datid is not null))::integer, current_setting('max_connections')::integer,
    (max(extract(epoch from clock_timestamp() - xact_start)) filter (
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()))::float8
  from pg_stat_activity
$$;
