-- More kinds of rows by file, the end of what is kept of them, and patients by the thousand.
alter type import_kind add value 'prices';
alter type import_kind add value 'stock';
alter type import_kind add value 'laboratory';
alter type import_kind add value 'lab_profiles';
alter type import_kind add value 'lab_ranges';

-- When the rows and the file of a finished import were thrown away; from then on it cannot be taken back.
alter table imports add column cleaned_at timestamptz;
create index imports_to_clean on imports (worked_at) where cleaned_at is null;
create index imports_file on imports (sha256) where cleaned_at is null;
-- What was taken back, for a corrected file that brings it again.
create index import_rows_withdrawn on import_rows (entity_id) where state = 'withdrawn';

-- The next numbers of a series, so many in one call.
create function next_numbers(series text, at_year integer, count integer) returns setof text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  format number_formats;
  sequence_name text;
  sequence regclass;
begin
  select * into strict format from number_formats f where f.series = next_numbers.series;
  sequence_name := 'number_' || format.series || '_' || case when format.with_year then at_year else 0 end;
  sequence := to_regclass(quote_ident(sequence_name));
  if sequence is null then
    perform pg_advisory_xact_lock(hashtext(sequence_name));
    execute pg_catalog.format('create sequence if not exists %I', sequence_name);
    sequence := quote_ident(sequence_name)::regclass;
  end if;
  return query
    select format.prefix || case when format.with_year then at_year || '-' else '' end || lpad(n.number, greatest(format.width, length(n.number)), '0')
    from (select nextval(sequence)::text as number from generate_series(1, next_numbers.count)) n;
end $$;
revoke execute on function next_numbers from public;
create or replace function next_number(series text, at_year integer) returns text
language sql security definer set search_path = public, pg_temp as $$ select next_numbers(series, at_year, 1) $$;

-- As before, said in a way that is twice as fast: nearly every name is plain letters, which no accent has to be taken off.
create or replace function search_fold(value text) returns text language plpgsql immutable parallel safe strict as $$
begin
  if octet_length(value) = length(value) then
    return btrim(regexp_replace(translate(lower(value), '''`', ''), U&'[\0001-\002F:-@[-`{-\007F]+', ' ', 'g'));
  end if;
  return btrim(regexp_replace(
    translate(lower(public.unaccent('public.unaccent'::regdictionary, normalize(value, NFKC))),
      U&'''`\00B4\02B9\02BB\02BC\02BF\2018\2019\201B\2032\200B\200C\200D\200E\200F\202A\202B\202C\202D\202E\2060\2066\2067\2068\2069\FEFF\00AD', ''),
    U&'[\0001-\002F:-@[-`{-\00BF\2000-\206F\3000-\3003]+', ' ', 'g'));
end $$;
create or replace function search_code(value text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return replace(public.search_fold(value), ' ', '');
end $$;
create or replace function search_name_of(first_name text, second_name text, other_names text) returns text
language plpgsql immutable parallel safe as $$
declare
  n text := coalesce(first_name, '') || ' ' || coalesce(second_name, '') || ' ' || coalesce(other_names, '');
begin
  return rtrim(left(public.search_fold(case when position('-' in n) > 0 then n || ' ' || replace(n, '-', '') else n end), 300));
end $$;

-- The same for the words of many names, each word once and in one order, so that no two who write wait in a circle.
create function learn_search_words(search_names text[]) returns void
language sql as $$
  with fresh as (
    insert into search_words (word, sound)
    select w, search_sound(w)
    from (select distinct left(w, 40) collate "C" as w from unnest(search_names) n, unnest(string_to_array(n, ' ')) w where length(w) > 1) x
    where not exists (select from search_words s where s.word = x.w) order by w
    on conflict do nothing returning word
  )
  insert into search_word_slips (slip, word)
  select slip, word from (select unnest(search_slips(word)) as slip, word from fresh where length(word) > 3) x order by slip, word
  on conflict do nothing
$$;

-- New patients and what is kept beside them, all that one statement writes at once. A trigger of a statement comes after those of its rows, so
-- the foreign key has waited for whoever holds the patient.
drop trigger patients_search_insert on patients;
create or replace function patients_search_insert() returns trigger language plpgsql as $$
begin
  insert into patient_search_keys (kind, key, patient_id, name)
    select left(u, 1)::"char", substr(u, 2) as key, i.id, case when left(u, 1) in ('n', 'p') then i.search_name end
    from inserted i cross join lateral unnest(search_keys_of(i.search_name, array[i.unique_id], array[i.phone])) u
    where i.deactivated_at is null order by 1, 2, 3
    on conflict do nothing;
  perform learn_search_words(array(select distinct i.search_name from inserted i where i.deactivated_at is null));
  return null;
end $$;
create trigger patients_search_insert after insert on patients referencing new table as inserted
  for each statement execute function patients_search_insert();

drop trigger contact_details_search_insert on contact_details;
-- Patients write numbers of their own record, and no keys by themselves.
create function contact_details_search_new() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into patient_search_keys (kind, key, patient_id)
    select left(u, 1)::"char", substr(u, 2), i.patient_id
    from inserted i cross join lateral unnest(search_keys_of(null, null, array[i.tel_no])) u
    where i.patient_id is not null and i.tel_no is not null order by 1, 2, 3
    on conflict do nothing;
  return null;
end $$;
create trigger contact_details_search_insert after insert on contact_details referencing new table as inserted
  for each statement execute function contact_details_search_new();

drop trigger patient_identifiers_search_insert on patient_identifiers;
create function patient_identifiers_search_new() returns trigger language plpgsql as $$
begin
  insert into patient_search_keys (kind, key, patient_id)
    select left(u, 1)::"char", substr(u, 2), i.patient_id
    from inserted i cross join lateral unnest(search_keys_of(null, array[i.value], null)) u order by 1, 2, 3
    on conflict do nothing;
  return null;
end $$;
create trigger patient_identifiers_search_insert after insert on patient_identifiers referencing new table as inserted
  for each statement execute function patient_identifiers_search_new();
