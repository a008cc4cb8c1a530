create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists btree_gist;
create extension if not exists fuzzystrmatch;

-- Who did what to which record, and who read whose. Appended in the transaction of the act; the application may insert and read, nothing else.
create table audit_log (
  id bigint primary key generated always as identity,
  at timestamptz not null,
  actor_id integer,
  action text not null,
  entity text not null,
  entity_id bigint,
  patient_id integer,
  request_id text not null,
  ip text,
  change jsonb
);
create index audit_log_patient on audit_log (patient_id, id) where patient_id is not null;
create index audit_log_actor on audit_log (actor_id, id);
create index audit_log_at on audit_log using brin (at);

-- The first reply to a POST that carried an Idempotency-Key, for 24 hours.
create table idempotency_keys (
  actor text not null,
  key text not null,
  request_hash bytea not null,
  created_at timestamptz not null,
  status smallint,
  headers jsonb,
  reply text,
  primary key (actor, key)
);
create index idempotency_keys_created on idempotency_keys using brin (created_at);

-- Files by their content. The bytes lie in the file store, encrypted.
create table files (
  id integer primary key generated always as identity,
  sha256 text not null,
  size bigint not null check (size >= 0),
  type text not null,
  name text not null,
  created_at timestamptz not null,
  created_by integer
);
create index files_sha256 on files (sha256);

-- Counters of rate limits and lockouts, shared by all processes. Losing them on a crash is harmless.
create unlogged table rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);

-- How numbers that people see are written: prefix, year, width.
create table number_formats (
  series text primary key check (series in ('patient', 'visit', 'invoice', 'sample')),
  prefix text not null default '' check (length(prefix) <= 10),
  with_year boolean not null default false,
  width smallint not null default 5 check (width between 1 and 12)
);
insert into number_formats (series, prefix, with_year, width) values
  ('patient', 'P-', false, 5), ('visit', 'V-', true, 5), ('invoice', 'INV-', true, 5), ('sample', 'S-', true, 5);

-- The next number of a series: unique, fast, gaps allowed. A sequence for each series (and year) is made when it is first needed.
create function next_number(series text, at_year integer) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  format number_formats;
  sequence_name text;
  number bigint;
begin
  select * into strict format from number_formats f where f.series = next_number.series;
  sequence_name := 'number_' || format.series || '_' || case when format.with_year then at_year else 0 end;
  begin
    number := nextval(quote_ident(sequence_name)::regclass);
  exception when undefined_table then
    perform pg_advisory_xact_lock(hashtext(sequence_name));
    execute pg_catalog.format('create sequence if not exists %I', sequence_name);
    number := nextval(quote_ident(sequence_name)::regclass);
  end;
  return format.prefix || case when format.with_year then at_year || '-' else '' end
    || case when length(number::text) >= format.width then number::text else lpad(number::text, format.width, '0') end;
end $$;

-- Lower case words without accents, one space between, nothing before or after. Apostrophes and invisible characters vanish (O'Brien = obrien);
-- every other sign that is not a letter or digit ends a word (Anne-Marie = anne marie). Letters of every script stay.
create function search_fold(value text) returns text
language sql immutable strict parallel safe as $$
  select btrim(regexp_replace(
    translate(lower(public.unaccent('public.unaccent'::regdictionary,
      case when octet_length(value) = length(value) then value else normalize(value, NFKC) end)),
      U&'''`\00B4\02B9\02BB\02BC\02BF\2018\2019\201B\2032\200B\200C\200D\200E\200F\202A\202B\202C\202D\202E\2060\2066\2067\2068\2069\FEFF\00AD', ''),
    U&'[\0001-\002F:-@[-`{-\00BF\2000-\206F\3000-\3003]+', ' ', 'g'))
$$;
