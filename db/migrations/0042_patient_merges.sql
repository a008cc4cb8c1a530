-- Two records of one person become one: every row of the record that goes moves to the one that stays, and can be put back.

-- Put away into that record: nothing is written in it until the merge is undone.
alter table patients add merged_into integer references patients,
  add constraint patients_merged check (merged_into is null or (merged_into <> id and deactivated_at is not null and user_id is null));
create index patients_merged_into on patients (merged_into) where merged_into is not null;

create table patient_merges (
  id integer primary key generated always as identity,
  from_id integer not null references patients,
  into_id integer not null references patients,
  merged_at timestamptz not null,
  merged_by integer not null references users,
  -- What the kept record took over of the other one, field by field.
  fields text[] not null,
  -- Both rows of patients as they were: what was not taken over is lost nowhere.
  was_from jsonb not null,
  was_into jsonb not null,
  -- The kept row as the merge left it: what was changed since stays when it is undone.
  became jsonb,
  -- The newest row of each table at that time: what came later was added since.
  newest jsonb,
  undone_at timestamptz,
  undone_by integer references users,
  constraint patient_merges_two check (from_id <> into_id),
  constraint patient_merges_undone check ((undone_at is null) = (undone_by is null))
);
create unique index patient_merges_open on patient_merges (from_id) where undone_at is null;
create index patient_merges_from on patient_merges (from_id);
create index patient_merges_into on patient_merges (into_id);
create index patient_merges_merged_by on patient_merges (merged_by);
create index patient_merges_undone_by on patient_merges (undone_by) where undone_by is not null;

-- Each row that moved, by its primary key: of one number or of two.
create table patient_merge_rows (
  merge_id integer not null references patient_merges,
  table_name text not null,
  row_id bigint not null,
  part bigint not null default 0,
  primary key (merge_id, table_name, row_id, part)
);

-- Every table with rows of patients: they move, or why they stay with the record that is put away. A test holds it complete.
create table patient_tables (
  name text primary key,
  stays text check (stays <> '')
);

-- True inside the functions below alone, which run as the owner and say so: nobody else says whose a row is once that is settled.
create function is_moving_rows() returns boolean language sql stable
return current_user <> all ('{kliniki_app,kliniki_portal,kliniki_read}') and current_setting('kliniki.moves_rows', true) = 'on';

create function only_patient_moves(was jsonb, becomes jsonb) returns boolean language sql stable
return is_moving_rows() and was - 'patient_id' = becomes - 'patient_id';

create function refuse_put_away() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from inserted i join patients p on p.id = i.patient_id where p.merged_into is not null) then
    raise exception 'This record was put away into another one.' using errcode = '23514', constraint = 'patients_put_away';
  end if;
  return null;
end $$;
create function refuse_put_away_row() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from patients p where p.id = new.patient_id and p.merged_into is not null) then
    raise exception 'This record was put away into another one.' using errcode = '23514', constraint = 'patients_put_away';
  end if;
  return null;
end $$;

-- Rows of this table go where their patient goes, and none is written for a record that was put away: the check comes after that of the
-- foreign key, which waits until a merge that is under way has ended.
create procedure move_with_patients(name text) language plpgsql as $$
begin
  insert into patient_tables (name) values (move_with_patients.name);
  execute format('create trigger put_away_insert after insert on %I referencing new table as inserted for each statement execute function refuse_put_away()', name);
  execute format('create trigger put_away_update after update of patient_id on %I for each row when (old.patient_id is distinct from new.patient_id)
    execute function refuse_put_away_row()', name);
end $$;
do $$
declare
  name text;
begin
  foreach name in array array['account_links', 'allergies', 'appointments', 'assistant_messages', 'consultations', 'contact_details', 'diagnoses',
    'dispenses', 'invoices', 'lab_critical_calls', 'lab_result_reads', 'lab_results', 'lab_samples', 'lab_test_request_panels',
    'lab_test_requests', 'medical_record_entities', 'medical_record_pages', 'medical_records', 'messages', 'next_of_kin', 'notifications',
    'patient_alerts', 'patient_identifiers', 'patient_insurances', 'patient_medicines', 'prescribed_drugs', 'prescriptions', 'problems',
    'public_lab_requests', 'public_prescription_requests', 'receipts', 'referrals', 'triages', 'visits', 'vital_signs', 'waiting_list'] loop
    call move_with_patients(name);
  end loop;
end $$;
insert into patient_tables (name, stays) values
  ('audit_log', 'Who saw or changed which record is never written over.'),
  ('account_link_slips', 'A printed code opens no record that its patient was not given it for; it serves again once the merge is undone.'),
  ('patient_search_keys', 'Made anew of the records.');

create function keep_merged() returns trigger language plpgsql as $$
begin
  if not is_moving_rows() then raise exception 'Records are merged by their function.' using errcode = '42501'; end if;
  return new;
end $$;
create trigger patients_merged_kept before update of merged_into on patients for each row
  when (old.merged_into is distinct from new.merged_into) execute function keep_merged();

-- Whose an issued bill, a receipt, a signed note or a result is may follow a merge; everything else of them stays as strict as it was.
create or replace function keep_issued_invoice() returns trigger language plpgsql as $$
begin
  if (old.patient_id is distinct from new.patient_id and not is_moving_rows()) or
    (coalesce(old.number, new.number), old.issued_at, old.issued_on, old.issued_by, old.total, old.tax, old.discount, old.rounding,
      old.rounding_step, old.waiver, old.insurer_total, old.patient_total, old.customer_name, old.visit_id,
      old.insurance_company_id, old.member_number, old.description, old.verification)
    is distinct from (new.number, new.issued_at, new.issued_on, new.issued_by, new.total, new.tax, new.discount, new.rounding,
      new.rounding_step, new.waiver, new.insurer_total, new.patient_total, new.customer_name, new.visit_id,
      new.insurance_company_id, new.member_number, new.description, new.verification)
  then raise exception 'An issued bill never changes.' using errcode = '23514', constraint = 'invoices_kept';
  end if;
  return new;
end $$;
create or replace function keep_number() returns trigger language plpgsql as $$
begin
  if only_patient_moves(to_jsonb(old), to_jsonb(new)) then return new; end if;
  raise exception 'A number that was given stays.' using errcode = '23514', constraint = 'number_kept';
end $$;
create or replace function keep_signed_consultation() returns trigger language plpgsql as $$
begin
  if only_patient_moves(to_jsonb(old), to_jsonb(new)) then return new; end if;
  raise exception using errcode = '23514', constraint = 'consultations_signed', table = 'consultations',
    message = 'a signed note never changes';
end $$;
create or replace function keep_signed_diagnoses() returns trigger language plpgsql as $$
declare
  signed timestamptz;
begin
  if tg_op = 'UPDATE' and only_patient_moves(to_jsonb(old), to_jsonb(new)) then return new; end if;
  for signed in
    select c.signed_at from consultations c
    where c.id in (new.consultation_id, case when tg_op = 'UPDATE' then old.consultation_id end)
    order by c.id for share
  loop
    if signed is not null then
      raise exception using errcode = '23514', constraint = 'consultations_signed', table = 'diagnoses',
        message = 'a signed note never changes';
    end if;
  end loop;
  return new;
end $$;
create or replace function keep_approved_result() returns trigger language plpgsql as $$
begin
  if only_patient_moves(to_jsonb(old), to_jsonb(new)) then return new; end if;
  if old.approved_at is not null and (to_jsonb(new) - '{is_current,withdrawn_at,withdrawn_by,withdraw_reason,version}'::text[])
      is distinct from (to_jsonb(old) - '{is_current,withdrawn_at,withdrawn_by,withdraw_reason,version}'::text[]) then
    raise exception 'an approved result cannot be changed' using errcode = 'integrity_constraint_violation';
  end if;
  if not old.is_current and new.is_current or old.withdrawn_at is not null and new.withdrawn_at is null then
    raise exception 'a result that was replaced does not come back' using errcode = 'integrity_constraint_violation';
  end if;
  if (new.request_panel_id, new.patient_id, new.panel_id, new.revision) is distinct from
      (old.request_panel_id, old.patient_id, old.panel_id, old.revision) then
    raise exception 'a result stays with its test' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

-- What follows from lines and results follows from what they say, not from whose they are: rows that moved change nothing.
create or replace function derive_prescription_status() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    -- All rows of a statement move, or none: one of them tells.
    if (select w.patient_id <> c.patient_id from (select id, patient_id from changed limit 1) c join was w on w.id = c.id) then return null; end if;
  end if;
  update prescriptions s set version = s.version + 1, status = of_lines.status, waiting_since = of_lines.waiting_since
  from (
    select d.prescription_id as id, case
        when bool_and(d.cancelled_at is not null or (d.refused_at is not null and d.quantity_dispensed = 0)) then 'cancelled'
        when bool_and(d.is_dispensed or d.cancelled_at is not null or d.refused_at is not null) then 'dispensed'
        when bool_or(d.quantity_dispensed > 0) then 'partially dispensed'
        else 'pending' end::prescription_status as status,
      min(d.prescribed_at) filter (where d.cancelled_at is null and d.refused_at is null and not d.is_dispensed) as waiting_since
    from prescribed_drugs d where d.prescription_id in (select prescription_id from changed) group by d.prescription_id
  ) of_lines
  where s.id = of_lines.id;
  return null;
end $$;
create or replace trigger prescribed_drugs_changed after update on prescribed_drugs referencing old table as was new table as changed
  for each statement execute function derive_prescription_status();
create or replace function follow_results() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    -- All rows of a statement move, or none: one of them tells.
    if (select w.patient_id <> c.patient_id from (select id, patient_id from changed limit 1) c join was w on w.id = c.id) then return null; end if;
  end if;
  update lab_test_request_panels n
  set state = f.state, approved_at = f.approved_at, version = n.version + 1
  from (
    select c.request_panel_id, case when r.id is null then 'requested' when r.approved_at is null then 'entered' else 'approved' end::lab_panel_state
      as state, r.approved_at
    from (select distinct request_panel_id from changed where request_panel_id is not null) c
    left join lab_results r on r.request_panel_id = c.request_panel_id and r.is_current
  ) f
  where n.id = f.request_panel_id and n.state <> 'cancelled';
  return null;
end $$;
create or replace trigger lab_results_changed after update on lab_results referencing old table as was new table as changed
  for each statement execute function follow_results();

-- The records that were put away into this one, and into those.
create function former_patients(patient integer) returns setof integer language sql stable rows 2 as $$
  with recursive gone as (
    select p.id from patients p where p.merged_into = patient
    union all
    select p.id from gone g join patients p on p.merged_into = g.id
  ) select id from gone
$$;

-- A record is found by what those were called that were put away into it.
create or replace function all_search_keys_of(patient integer, search_name text, unique_id text, phone text) returns text[] language sql stable as $$
  select search_keys_of(concat_ws(' ', all_search_keys_of.search_name, string_agg(f.search_name, ' ' order by f.id)),
    all_search_keys_of.unique_id || coalesce(array_agg(f.unique_id) filter (where f.id is not null), '{}')
      || array(select i.value from patient_identifiers i where i.patient_id = patient),
    all_search_keys_of.phone || coalesce(array_agg(f.phone) filter (where f.id is not null), '{}')
      || array(select c.tel_no from contact_details c where c.patient_id = patient))
  from (values (1)) one left join (select p.* from former_patients(patient) g join patients p on p.id = g) f on true
$$;
create function former_search_name(patient integer, own text) returns text language sql stable as $$
  select concat_ws(' ', own, (select string_agg(p.search_name, ' ' order by p.id) from former_patients(patient) g join patients p on p.id = g))
$$;
create or replace function replace_patient_search_keys(patient integer, old_keys text[]) returns void language plpgsql as $$
declare
  p record;
  keys text[];
  said text;
begin
  select x.search_name, x.unique_id, x.phone, x.deactivated_at into p from patients x where x.id = patient for update;
  if not found then return; end if;
  said := former_search_name(patient, p.search_name);
  keys := case when p.deactivated_at is null then all_search_keys_of(patient, p.search_name, p.unique_id, p.phone) else '{}' end;
  delete from patient_search_keys k using unnest(old_keys) o
    where o <> all (keys) and k.kind = left(o, 1)::"char" and k.key = substr(o, 2) and k.patient_id = patient;
  insert into patient_search_keys as k (kind, key, patient_id, name)
    select left(u, 1)::"char", substr(u, 2), patient, case when left(u, 1) in ('n', 'p') then said end from unnest(keys) u
    on conflict (kind, key, patient_id) do update set name = excluded.name where k.name is distinct from excluded.name;
  perform learn_search_words(p.search_name);
end $$;
create or replace procedure rebuild_patient_search() language sql as $$
  truncate patient_search_keys, search_words, search_word_slips;
  insert into patient_search_keys (kind, key, patient_id, name)
  select left(k, 1)::"char", substr(k, 2), p.id, case when left(k, 1) in ('n', 'p') then p.search_name end from patients p
  left join (select patient_id, array_agg(value) v from patient_identifiers group by 1) i on i.patient_id = p.id
  left join (select patient_id, array_agg(tel_no) v from contact_details where patient_id is not null group by 1) c on c.patient_id = p.id
  cross join lateral unnest(search_keys_of(p.search_name, p.unique_id || i.v, p.phone || c.v)) k
  where p.deactivated_at is null order by 1, 2, 3;
  insert into patient_search_keys (kind, key, patient_id, name)
  select left(k, 1)::"char", substr(k, 2), p.id, case when left(k, 1) in ('n', 'p') then former_search_name(p.id, p.search_name) end from patients p
  cross join lateral unnest(all_search_keys_of(p.id, p.search_name, p.unique_id, p.phone)) k
  where p.deactivated_at is null and exists (select from patients f where f.merged_into = p.id)
  on conflict (kind, key, patient_id) do update set name = excluded.name;
  insert into search_words (word, sound)
  select distinct on (key) key, search_sound(key) from patient_search_keys where kind = 'n' and length(key) > 1 order by key;
  insert into search_word_slips (slip, word)
  select unnest(search_slips(word)), word from search_words where length(word) > 3 order by 1, 2 on conflict do nothing;
$$;

-- How many rows of each table are a patient's, and the newest of them: what a preview has seen.
create function count_patient_rows(patient integer) returns table (name text, count bigint, newest bigint) language plpgsql stable as $$
declare
  key text;
begin
  for name in select t.name from patient_tables t where t.stays is null order by t.name loop
    select a.attname into key from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indrelid = name::regclass and i.indisprimary;
    execute format('select count(*), coalesce(max(%I), 0) from %I where patient_id = $1', key, name) into count, newest using patient;
    if count > 0 then return next; end if;
  end loop;
end $$;

-- The names of the columns of a primary key: the second is null where there is one.
create function row_key_of(of_table text, out first text, out second text) language sql stable as $$
  select max(a.attname) filter (where k.place = 1), max(a.attname) filter (where k.place = 2)
  from pg_index i cross join unnest(i.indkey::smallint[]) with ordinality k(num, place)
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.num
  where i.indrelid = of_table::regclass and i.indisprimary
$$;

-- Puts a record away into another one: all its rows move but those named in `leave` ({"allergies": [1]}), which the kept record has as well.
-- The account goes along where there is one. Both rows are locked, the lower id first. Answers the id of the merge.
create function merge_patients(gone integer, kept integer, taken text[], leave jsonb, at timestamptz, by_user integer) returns integer
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
  update patients p set
    first_name = case when 'names' = any (taken) then was.first_name else p.first_name end,
    second_name = case when 'names' = any (taken) then was.second_name else p.second_name end,
    other_names = case when 'names' = any (taken) then was.other_names else p.other_names end,
    single_name = case when 'names' = any (taken) then was.single_name else p.single_name end,
    is_unidentified = case when 'names' = any (taken) then was.is_unidentified else p.is_unidentified end,
    found_at = case when 'names' = any (taken) then was.found_at else p.found_at end,
    gender = case when 'gender' = any (taken) then was.gender else p.gender end,
    date_of_birth = case when 'date_of_birth' = any (taken) then was.date_of_birth else p.date_of_birth end,
    is_birth_date_estimated = case when 'date_of_birth' = any (taken) then was.is_birth_date_estimated else p.is_birth_date_estimated end,
    phone = case when 'phone' = any (taken) then was.phone else p.phone end,
    email = case when 'email' = any (taken) then was.email else p.email end,
    residence = case when 'residence' = any (taken) then was.residence else p.residence end,
    occupation = case when 'occupation' = any (taken) then was.occupation else p.occupation end,
    language = case when 'language' = any (taken) then was.language else p.language end,
    user_id = coalesce(p.user_id, account), last_visit_at = greatest(p.last_visit_at, was.last_visit_at), version = p.version + 1
    where p.id = kept;
  perform replace_patient_search_keys(kept, '{}');
  update patient_merges m set became = to_jsonb(p), newest = seen from patients p where p.id = kept and m.id = merge;
  perform set_config('kliniki.moves_rows', 'off', true);
  return merge;
end $$;

-- Rows that were written in the kept record since, and hang from rows that moved: a note of a visit that goes back goes back with it.
create function rows_that_follow(merge integer) returns table (table_name text, row_id bigint, part bigint)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  kept integer;
  was_newest jsonb;
  link record;
  key record;
  found_more boolean := true;
  added integer;
begin
  select m.into_id, m.newest into strict kept, was_newest from patient_merges m where m.id = merge;
  create temporary table if not exists hanging (name text, id bigint, part bigint, is_new boolean, primary key (name, id, part)) on commit drop;
  truncate hanging;
  insert into hanging select r.table_name, r.row_id, r.part, false from patient_merge_rows r where r.merge_id = merge;
  while found_more loop
    found_more := false;
    for link in
      select c.conrelid::regclass::text as child, a.attname as pointer, c.confrelid::regclass::text as parent, t.name is not null as is_of_patient
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      left join patient_tables t on t.name = c.conrelid::regclass::text and t.stays is null
      where c.contype = 'f' and cardinality(c.conkey) = 1 and c.conrelid::regclass::text <> 'patient_merges'
        and exists (select from hanging h where h.name = c.confrelid::regclass::text)
        -- What a result was compared with, and what asked for a line, are no part of them.
        and a.attname not in ('previous_id', 'request_id')
        and (t.name is not null or c.conrelid::regclass::text in ('process_test_requests', 'lab_orders'))
    loop
      select * into key from row_key_of(link.child);
      execute format('insert into hanging select %1$L, c.%2$I, %3$s, true from %1$I c join hanging h on h.name = %4$L and h.id = c.%5$I where %6$s
          on conflict do nothing', link.child, key.first, case when key.second is null then '0' else 'c.' || quote_ident(key.second) end,
        link.parent, link.pointer, case when not link.is_of_patient then 'true'
          -- What the kept record had before stays its own, whatever it points at by now.
          when key.second is null then format('c.patient_id = $1 and c.%I > coalesce(($2 ->> %L)::bigint, 0)', key.first, link.child)
          else 'c.patient_id = $1' end) using kept, was_newest;
      get diagnostics added = row_count;
      found_more := found_more or added > 0;
    end loop;
    -- A receipt goes with the bills it pays, when all of them go.
    insert into hanging select 'receipts', r.id, 0, true from receipts r
      join payments p on p.receipt_id = r.id join allocations a on a.payment_id = p.id
      where r.patient_id = kept and r.id > coalesce((was_newest ->> 'receipts')::bigint, 0) and a.invoice_id in (select h.id from hanging h where h.name = 'invoices')
      group by r.id having not exists (
        select from payments q join allocations b on b.payment_id = q.id where q.receipt_id = r.id
          and b.invoice_id not in (select h.id from hanging h where h.name = 'invoices'))
      on conflict do nothing;
    get diagnostics added = row_count;
    found_more := found_more or added > 0;
  end loop;
  return query select h.name, h.id, h.part from hanging h join patient_tables t on t.name = h.name and t.stays is null where h.is_new order by 1, 2;
end $$;

-- What was written in the kept record since a merge, by table, of what does not go back with it; and how many rows that moved are gone by now.
create function rows_since_merge(merge integer) returns table (table_name text, added bigint, gone bigint)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  m patient_merges;
  key record;
begin
  select * into strict m from patient_merges x where x.id = merge;
  perform from rows_that_follow(merge) limit 1;
  for table_name in select t.name from patient_tables t where t.stays is null order by t.name loop
    select * into key from row_key_of(table_name);
    execute format('select
        (select count(*) from %1$I t where t.patient_id = $1 and t.%2$I > $2 and %3$s is null
          and not exists (select from hanging h where h.name = %4$L and h.id = t.%2$I)),
        (select count(*) from patient_merge_rows r where r.merge_id = $3 and r.table_name = %4$L
          and not exists (select from %1$I t where t.%2$I = r.row_id and %5$s))',
      table_name, key.first, quote_nullable(key.second), table_name,
      case when key.second is null then 'true' else format('t.%I = r.part', key.second) end)
      into added, gone using m.into_id, (m.newest ->> table_name)::bigint, merge;
    if added + gone > 0 then return next; end if;
  end loop;
end $$;

-- Puts back every row that moved, with what hangs from it since. Refused when one of them is another patient's by now, or when the kept record
-- was put away itself. A row that was taken off meanwhile stays off.
create function undo_patient_merge(merge integer, at timestamptz, by_user integer) returns void
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
  -- What somebody wrote in the kept record since the merge stays.
  update patients p set
    first_name = case when p.first_name = became.first_name then was.first_name else p.first_name end,
    second_name = case when p.second_name = became.second_name then was.second_name else p.second_name end,
    other_names = case when p.other_names is not distinct from became.other_names then was.other_names else p.other_names end,
    single_name = case when p.single_name = became.single_name then was.single_name else p.single_name end,
    is_unidentified = case when p.is_unidentified = became.is_unidentified then was.is_unidentified else p.is_unidentified end,
    found_at = case when p.found_at is not distinct from became.found_at then was.found_at else p.found_at end,
    gender = case when p.gender = became.gender then was.gender else p.gender end,
    date_of_birth = case when p.date_of_birth is not distinct from became.date_of_birth then was.date_of_birth else p.date_of_birth end,
    is_birth_date_estimated = case when p.is_birth_date_estimated = became.is_birth_date_estimated then was.is_birth_date_estimated
      else p.is_birth_date_estimated end,
    phone = case when p.phone is not distinct from became.phone then was.phone else p.phone end,
    email = case when p.email is not distinct from became.email then was.email else p.email end,
    residence = case when p.residence is not distinct from became.residence then was.residence else p.residence end,
    occupation = case when p.occupation is not distinct from became.occupation then was.occupation else p.occupation end,
    language = case when p.language is not distinct from became.language then was.language else p.language end,
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
