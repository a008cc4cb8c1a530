-- A merge takes over the columns that the program names, and an undo puts back whatever the merge changed: a new column of patients is named in
-- neither.

-- Columns of patients that are never copied from one record to another: who it is to the clinic, its account, its state, and what is derived.
create function patient_columns_kept() returns text[] language sql immutable as $$
  select array['id', 'unique_id', 'user_id', 'created_at', 'created_by', 'version', 'merged_into', 'deactivated_at', 'deactivated_by',
    'deactivation_reason', 'last_visit_at', 'source']
$$;

-- Writes these columns of a record as they are in `given`. Those that stay with their record, and names of no column, are refused; generated ones
-- follow by themselves.
create function copy_patient_columns(patient integer, given jsonb, columns text[]) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  written text;
begin
  if columns && patient_columns_kept() then
    raise exception 'These columns stay with their record: %', columns using errcode = '22023';
  end if;
  if exists (select from unnest(columns) c where c not in (
      select a.attname from pg_attribute a where a.attrelid = 'patients'::regclass and a.attnum > 0 and not a.attisdropped)) then
    raise exception 'No columns of patients: %', columns using errcode = '42703';
  end if;
  select string_agg(quote_ident(a.attname), ', ' order by a.attnum) into written from pg_attribute a
    where a.attrelid = 'patients'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attname = any (columns);
  if written is null then return; end if;
  execute format('update patients p set (%1$s) = (select %1$s from jsonb_populate_record(null::patients, $2)) where p.id = $1', written)
    using patient, given;
end $$;

drop function merge_patients(integer, integer, text[], jsonb, timestamptz, integer);

-- Merges a record into another one, which takes over the columns that are named: all its rows move but those named in `leave` ({"allergies": [1]}), which the kept record has as well.
-- The account goes along where there is one. Both rows are locked, the lower id first. Answers the id of the merge.
create function merge_patients(gone integer, kept integer, taken text[], columns text[], leave jsonb, at timestamptz, by_user integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  merge integer;
  account integer;
  was patients;
  name text;
  key record;
  last bigint;
  seen jsonb := '{}';
begin
  perform set_config('kliniki.moves_rows', 'on', true);
  perform from patients p where p.id in (gone, kept) order by p.id for update;
  select * into strict was from patients p where p.id = gone;
  if exists (select from patients p where p.id in (gone, kept) and p.merged_into is not null) then
    raise exception 'This record was put away into another one.' using errcode = '23514', constraint = 'patients_put_away';
  end if;
  insert into patient_merges (from_id, into_id, merged_at, merged_by, fields, was_from, was_into)
  select gone, kept, at, by_user, taken, to_jsonb(was), to_jsonb(p) from patients p where p.id = kept returning id into merge;
  for name in select t.name from patient_tables t where t.stays is null order by t.name loop
    select * into key from row_key_of(name);
    execute format('with moved as (
        update %1$I set patient_id = $1 where patient_id = $2 and ($3 is null or not ($3 @> to_jsonb(%2$I))) returning %2$I as id, %3$s as part)
      insert into patient_merge_rows (merge_id, table_name, row_id, part) select $4, %4$L, id, part from moved',
      name, key.first, case when key.second is null then '0' else quote_ident(key.second) end, name)
      using kept, gone, leave -> name, merge;
    execute format('select coalesce(max(%I), 0) from %I', key.first, name) into last;
    seen := seen || jsonb_build_object(name, last);
  end loop;
  account := was.user_id;
  update patients p set merged_into = kept, user_id = null, deactivated_at = coalesce(p.deactivated_at, at),
    deactivated_by = case when p.deactivated_at is null then by_user else p.deactivated_by end, version = p.version + 1
    where p.id = gone;
  perform copy_patient_columns(kept, to_jsonb(was), columns);
  update patients p set
    user_id = coalesce(p.user_id, account), last_visit_at = greatest(p.last_visit_at, was.last_visit_at), version = p.version + 1
    where p.id = kept;
  perform replace_patient_search_keys(kept, '{}');
  update patient_merges m set became = to_jsonb(p), newest = seen from patients p where p.id = kept and m.id = merge;
  perform set_config('kliniki.moves_rows', 'off', true);
  return merge;
end $$;

-- Puts back every row that moved, with what hangs from it since. Refused when one of them is another patient's by now, or when the kept record
-- was put away itself. A row that was taken off meanwhile stays off.
create or replace function undo_patient_merge(merge integer, at timestamptz, by_user integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  m patient_merges;
  was patients;
  became patients;
  own patients;
  old_keys text[];
  name text;
  key record;
  is_elsewhere boolean;
begin
  perform set_config('kliniki.moves_rows', 'on', true);
  select * into strict m from patient_merges x where x.id = merge for update;
  perform from patients p where p.id in (m.from_id, m.into_id) order by p.id for update;
  select * into strict own from patients p where p.id = m.into_id;
  if m.undone_at is not null then raise exception 'Undone.' using errcode = '23514', constraint = 'patient_merges_undone_already'; end if;
  if own.merged_into is not null then raise exception 'Put away.' using errcode = '23514', constraint = 'patients_put_away'; end if;
  insert into patient_merge_rows (merge_id, table_name, row_id, part) select merge, f.table_name, f.row_id, f.part from rows_that_follow(merge) f
    on conflict do nothing;
  old_keys := all_search_keys_of(own.id, own.search_name, own.unique_id, own.phone);
  update patients p set merged_into = null where p.id = m.from_id;
  for name in select distinct r.table_name from patient_merge_rows r where r.merge_id = merge order by 1 loop
    select * into key from row_key_of(name);
    execute format('select exists (select from patient_merge_rows r join %1$I t on t.%2$I = r.row_id and %3$s
      where r.merge_id = $1 and r.table_name = %4$L and t.patient_id is distinct from $2)',
      name, key.first, case when key.second is null then 'true' else format('t.%I = r.part', key.second) end, name)
      into is_elsewhere using merge, m.into_id;
    if is_elsewhere then raise exception '%', name using errcode = '23514', constraint = 'patient_merges_moved_on'; end if;
    execute format('update %1$I t set patient_id = $2 from patient_merge_rows r
      where r.merge_id = $1 and r.table_name = %4$L and t.%2$I = r.row_id and %3$s',
      name, key.first, case when key.second is null then 'true' else format('t.%I = r.part', key.second) end, name)
      using merge, m.from_id;
  end loop;
  was := jsonb_populate_record(null::patients, m.was_into);
  became := jsonb_populate_record(null::patients, m.became);
  -- What was written in the kept record since the merge stays: a column goes back where it still holds what the merge put there.
  perform copy_patient_columns(own.id, m.was_into, array(
    select k.key from jsonb_each(to_jsonb(own)) k
    where k.value = m.became -> k.key and k.value <> m.was_into -> k.key and k.key <> all (patient_columns_kept())));
  update patients p set
    user_id = case when p.user_id is not distinct from became.user_id then was.user_id else p.user_id end,
    last_visit_at = case when p.last_visit_at is not distinct from became.last_visit_at then was.last_visit_at else p.last_visit_at end,
    version = p.version + 1
    where p.id = m.into_id;
  was := jsonb_populate_record(null::patients, m.was_from);
  update patients p set deactivated_at = was.deactivated_at, deactivated_by = was.deactivated_by, deactivation_reason = was.deactivation_reason,
    user_id = case when own.user_id = was.user_id then was.user_id end, version = p.version + 1
    where p.id = m.from_id;
  perform replace_patient_search_keys(m.into_id, old_keys);
  update patient_merges x set undone_at = at, undone_by = by_user where x.id = merge;
  perform set_config('kliniki.moves_rows', 'off', true);
end $$;
