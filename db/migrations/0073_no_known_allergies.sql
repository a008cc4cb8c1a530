-- That a patient has no known allergies is a fact which somebody recorded. A patient without such a row and without an active allergy was not
-- asked yet: unknown is not none.
create table no_known_allergies (
  id integer primary key generated always as identity,
  patient_id integer not null references patients,
  recorded_at timestamptz not null default now(),
  recorded_by integer references users,
  source text,
  ended_at timestamptz,
  ended_by integer references users,
  end_reason text,
  ended_by_merge integer references patient_merges,
  constraint no_known_allergies_ended check ((ended_at is null) = (end_reason is null)),
  constraint no_known_allergies_ended_by_merge check (ended_by_merge is null or ended_at is not null)
);
comment on table no_known_allergies is 'That a patient has no known allergies: who recorded it and when, and what ended it. Without an active row and without an active allergy the patient was not asked yet.';
comment on column no_known_allergies.source is 'Where an imported row came from; none for what was recorded by hand.';
comment on column no_known_allergies.ended_by_merge is 'The merge that ended it: undoing that merge restores it.';
create unique index no_known_allergies_once on no_known_allergies (patient_id) where ended_at is null;
create index no_known_allergies_patient on no_known_allergies (patient_id);
create index no_known_allergies_recorded_by on no_known_allergies (recorded_by);
create index no_known_allergies_ended_by on no_known_allergies (ended_by) where ended_by is not null;
create index no_known_allergies_ended_by_merge on no_known_allergies (ended_by_merge) where ended_by_merge is not null;
-- The status of a patient counts the ended ones, too.
create index allergies_patient on allergies (patient_id);

-- Both sides lock the patient first: of two transactions at once the later one sees what the earlier one wrote.
create function end_no_known_allergies() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from patients p where p.id in (select i.patient_id from inserted i where i.ended_at is null) order by p.id for no key update;
  update no_known_allergies n
    set ended_at = greatest(n.recorded_at, a.recorded_at), ended_by = a.recorded_by, end_reason = 'Allergy recorded: ' || a.substance
    from (select distinct on (i.patient_id) i.patient_id, i.recorded_at, i.recorded_by, i.substance from inserted i where i.ended_at is null
      order by i.patient_id, i.id) a
    where n.patient_id = a.patient_id and n.ended_at is null;
  return null;
end $$;
create trigger end_no_known_insert after insert on allergies referencing new table as inserted for each statement
  execute function end_no_known_allergies();
create function end_no_known_allergies_row() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from patients p where p.id = new.patient_id for no key update;
  update no_known_allergies n
    set ended_at = greatest(n.recorded_at, new.recorded_at), ended_by = new.recorded_by, end_reason = 'Allergy recorded: ' || new.substance
    where n.patient_id = new.patient_id and n.ended_at is null;
  return null;
end $$;
create trigger end_no_known_update after update of patient_id, ended_at on allergies for each row
  when (new.ended_at is null and (old.ended_at is not null or old.patient_id is distinct from new.patient_id))
  execute function end_no_known_allergies_row();

create function refuse_none_beside_allergy() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from patients p where p.id = new.patient_id for no key update;
  if exists (select from allergies a where a.patient_id = new.patient_id and a.ended_at is null) then
    raise exception 'This patient has a recorded allergy.' using errcode = '23514', constraint = 'no_known_allergies_beside_allergy';
  end if;
  return null;
end $$;
create function refuse_none_beside_allergies() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from patients p where p.id in (select i.patient_id from inserted i where i.ended_at is null) order by p.id for no key update;
  if exists (select from inserted i join allergies a on a.patient_id = i.patient_id and a.ended_at is null where i.ended_at is null) then
    raise exception 'This patient has a recorded allergy.' using errcode = '23514', constraint = 'no_known_allergies_beside_allergy';
  end if;
  return null;
end $$;
create trigger none_beside_allergy_insert after insert on no_known_allergies referencing new table as inserted for each statement
  execute function refuse_none_beside_allergies();
create trigger none_beside_allergy_update after update of patient_id, ended_at on no_known_allergies for each row when (new.ended_at is null)
  execute function refuse_none_beside_allergy();

-- What was answered about one record stays with it. The kept record says "no known allergies" only where both did: an allergy of either one
-- wins, and "none" never replaces "not asked".
insert into patient_tables (name, stays) values
  ('no_known_allergies', 'It was answered for that record; the merge decides what the kept record says.');
create trigger put_away_insert after insert on no_known_allergies referencing new table as inserted for each statement execute function refuse_put_away();
create function merge_allergy_status() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from no_known_allergies n where n.patient_id = new.from_id and n.ended_at is null) then
    update no_known_allergies n set ended_at = greatest(n.recorded_at, new.merged_at), ended_by = new.merged_by, ended_by_merge = new.id,
      end_reason = 'Merged with a record that does not say so'
      where n.patient_id = new.into_id and n.ended_at is null;
  end if;
  return null;
end $$;
create trigger merge_allergy_status after insert on patient_merges for each row when (new.undone_at is null) execute function merge_allergy_status();
create function restore_allergy_status() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update no_known_allergies n set ended_at = null, ended_by = null, end_reason = null, ended_by_merge = null
    where n.ended_by_merge = new.id
      and not exists (select from allergies a where a.patient_id = n.patient_id and a.ended_at is null)
      and not exists (select from no_known_allergies o where o.patient_id = n.patient_id and o.ended_at is null);
  return null;
end $$;
create trigger restore_allergy_status after update of undone_at on patient_merges for each row
  when (old.undone_at is null and new.undone_at is not null) execute function restore_allergy_status();

-- A patient's own account sees its own, and reports leave out restricted records.
alter table no_known_allergies enable row level security;
create policy clinic on no_known_allergies to kliniki_app, kliniki_read using (true) with check (true);
create policy own on no_known_allergies to kliniki_portal using (patient_id = portal_patient()) with check (patient_id = portal_patient());
call leave_out_restricted('no_known_allergies');

-- It goes with the patient of a demonstration, as allergies do.
create or replace function demonstration_links() returns table (child text, parent text, meets text, holds boolean, is_part boolean) language sql stable as $$
  with link as (
    select c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent,
      (select string_agg(format('c.%I = p.%I', a.attname, b.attname), ' and ') from unnest(c.conkey, c.confkey) k (x, y)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.x join pg_attribute b on b.attrelid = c.confrelid and b.attnum = k.y) as meets
    from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace
    union all values
      ('stock_movements', 'batches', 'c.batch_id = p.id'), ('stock_movements', 'stores', 'c.store_id = p.id'),
      ('stock_movements', 'stocked_items', 'c.item_id = p.item_id'),
      ('charges', 'visits', 'c.order_kind = ''consultation'' and c.order_id = p.id'),
      ('charges', 'appointments', 'c.order_kind = ''appointment'' and c.order_id = p.id'),
      ('charges', 'lab_orders', 'c.order_kind = ''laboratory'' and c.order_id = p.id'),
      ('charges', 'prescribed_drugs', 'c.order_kind = ''prescription'' and c.order_id = p.id'),
      ('charges', 'dispense_items', 'c.order_kind = ''dispense'' and c.order_id = p.id')
  )
  select l.child, l.parent, l.meets,
    -- What the program itself told, sent or left open goes with whom it was about.
    l.child <> all ('{notifications,notification_reads,sessions,refresh_tokens}') and (l.child, l.parent) <> ('messages', 'patients'),
    case
      when l.parent = 'patients' then l.child = any ('{contact_details,next_of_kin,patient_identifiers,patient_insurances,allergies,no_known_allergies,patient_alerts}')
      when l.parent = 'items' then l.child = any ('{stocked_items,item_drugs,bookable_services}')
      when l.parent = 'batches' then l.child = any ('{batch_stock,transfer_items,stock_movements}')
      when l.parent = 'stocked_items' then l.child = 'item_packs'
      when l.parent = 'item_packs' then l.child = 'barcodes'
      when l.parent = 'lab_panels' then l.child = 'lab_reference_ranges'
      when l.parent = 'lab_profiles' then l.child = 'lab_profile_panels'
      -- What everything points at has no part of it.
      else l.parent <> all ('{users,stores,departments,rooms,insurance_companies,suppliers,price_lists,tax_classes,payment_modes,lab_specimens,
        lab_containers,lab_reference_ranges,lab_equipment,groups,permissions,stock_entries,stock_notes,transfers,diagnosis_codes,announcement_channels,
        files,company,schedules}')
      -- An entry of the ledger stays with its movements.
      and l.child <> 'stock_entries'
    end
  from link l
$$;
