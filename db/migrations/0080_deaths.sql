-- A death is part of the record: when, where and of what, who reported it and who recorded it. While it is not undone, no work begins for
-- the patient, whichever program writes: the rules stand here, and the program says them in words.
create table deaths (
  id integer primary key generated always as identity,
  patient_id integer not null references patients,
  died_on date not null,
  died_at time,
  place text not null check (place in ('here', 'brought in dead', 'home', 'other facility', 'other')),
  place_note text check (place_note <> ''),
  cause text check (cause <> ''),
  diagnosis_code_id integer references diagnosis_codes,
  cause_code text check (cause_code <> ''),
  reported_by text check (reported_by <> ''),
  reporter_relation text check (reporter_relation <> ''),
  reported_by_user integer references users,
  note text check (note <> ''),
  noted_at timestamptz not null,
  noted_by integer not null references users,
  visit_id integer references visits,
  ended jsonb not null default '[]',
  confirmed jsonb not null default '[]',
  history jsonb not null default '[]',
  withdrawn_at timestamptz,
  withdrawn_by integer references users,
  withdraw_reason text check (withdraw_reason <> ''),
  restored jsonb,
  version integer not null default 1,
  constraint deaths_place_note check (place <> 'other' or place_note is not null),
  constraint deaths_cause_code check (num_nonnulls(diagnosis_code_id, cause_code) = 0 or cause is not null),
  constraint deaths_reporter check (num_nonnulls(reported_by, reported_by_user) = 1 and (reporter_relation is null or reported_by is not null)),
  constraint deaths_withdrawn check (num_nonnulls(withdrawn_at, withdrawn_by, withdraw_reason, restored) in (0, 4))
);
comment on table deaths is 'The death of a patient. One that was withdrawn was recorded in error and counts nowhere; it stays in the record with the reason.';
comment on column deaths.died_on is 'Day of death, in the clinic''s time zone.';
comment on column deaths.died_at is 'Wall-clock time of death; null: the time is not known, and none is invented.';
comment on column deaths.cause is 'Cause of death: the title of the coded diagnosis, or free text; null: not known.';
comment on column deaths.reported_by is 'Name of who reported it, where that was no member of staff.';
comment on column deaths.visit_id is 'The open visit that ended with this death.';
comment on column deaths.ended is 'The open work that was ended with it: kind, id and what is needed to restore it.';
comment on column deaths.confirmed is 'What was questioned and confirmed, with the reason: acts recorded after the death.';
comment on column deaths.history is 'The details before each correction: at, by, was.';
comment on column deaths.withdrawn_at is 'When it was undone: within a day of its recording.';
comment on column deaths.restored is 'What was restored when it was undone, and what was not.';
create unique index deaths_one_current on deaths (patient_id) where withdrawn_at is null;
create index deaths_patient on deaths (patient_id);
create index deaths_died_on on deaths (died_on) where withdrawn_at is null;
create index deaths_diagnosis_code on deaths (diagnosis_code_id) where diagnosis_code_id is not null;
create index deaths_reported_by_user on deaths (reported_by_user) where reported_by_user is not null;
create index deaths_noted_by on deaths (noted_by);
create index deaths_visit on deaths (visit_id) where visit_id is not null;
create index deaths_withdrawn_by on deaths (withdrawn_by) where withdrawn_by is not null;

call move_with_patients('deaths');

alter table deaths enable row level security;
create policy clinic on deaths to kliniki_app, kliniki_read using (true) with check (true);
create policy own on deaths to kliniki_portal using (patient_id = portal_patient()) with check (patient_id = portal_patient());
call leave_out_restricted('deaths');

-- The day on which a patient died; null for the living.
create function died_on(patient integer) returns date language sql stable as $$
  select d.died_on from deaths d where d.patient_id = patient and d.withdrawn_at is null
$$;

create function refuse_dead(patient integer, died date) returns void language plpgsql as $$
begin
  raise exception 'This patient died on %.', died using errcode = '23514', constraint = 'patients_died',
    detail = json_build_object('patient', patient, 'died_on', died)::text;
end $$;

-- No row of work begins for a patient who died. The check comes after that of the foreign key, which waits until a death that is being recorded
-- is committed.
create function refuse_work_after_death() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  dead record;
begin
  if is_moving_rows() then return null; end if;
  select i.patient_id, d.died_on into dead from inserted i join deaths d on d.patient_id = i.patient_id and d.withdrawn_at is null limit 1;
  if found then perform refuse_dead(dead.patient_id, dead.died_on); end if;
  return null;
end $$;

-- The same for one row that comes back into force: the patient is locked first, so that a death that is being recorded is waited for.
create function refuse_reopening_after_death() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  died date;
begin
  if is_moving_rows() then return null; end if;
  perform from patients p where p.id = new.patient_id for key share;
  died := died_on(new.patient_id);
  if died is not null then perform refuse_dead(new.patient_id, died); end if;
  return null;
end $$;

-- No account is put on the record of a patient who died; a merge or its undoing moves one along with its record.
create function refuse_account_after_death() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  died date := died_on(new.id);
begin
  if died is not null and not is_moving_rows() then perform refuse_dead(new.id, died); end if;
  return null;
end $$;

do $$
declare
  name text;
begin
  foreach name in array array['visits', 'appointments', 'waiting_list', 'prescriptions', 'prescribed_drugs', 'dispenses', 'lab_test_requests',
    'lab_test_request_panels', 'lab_samples', 'referrals', 'order_drafts', 'consultations', 'triages', 'public_lab_requests',
    'public_prescription_requests', 'account_link_requests', 'account_link_slips'] loop
    execute format('create trigger dead_insert after insert on %I referencing new table as inserted for each statement execute function refuse_work_after_death()', name);
  end loop;
end $$;

create trigger dead_reopening after update on visits for each row
  when (old.closed_at is not null and new.closed_at is null) execute function refuse_reopening_after_death();
create trigger dead_reopening after update on appointments for each row
  when (new.patient_id is not null and new.status in ('pending', 'confirmed', 'arrived')
    and (old.status in ('cancelled', 'no-show', 'completed') or new.status = 'arrived' and old.status <> 'arrived'
      or old.patient_id is distinct from new.patient_id or old.appointment_date_time <> new.appointment_date_time))
  execute function refuse_reopening_after_death();
create trigger dead_reopening after update on waiting_list for each row
  when (old.status <> 'waiting' and new.status = 'waiting') execute function refuse_reopening_after_death();
create trigger dead_reopening after update on prescribed_drugs for each row
  when (old.cancelled_at is not null and new.cancelled_at is null or old.refused_at is not null and new.refused_at is null
    or new.quantity_dispensed > old.quantity_dispensed)
  execute function refuse_reopening_after_death();
create trigger dead_reopening after update on lab_samples for each row
  when (old.state <> 'to collect' and new.state = 'to collect') execute function refuse_reopening_after_death();
create trigger dead_reopening after update on lab_test_request_panels for each row
  when (old.cancelled_at is not null and new.cancelled_at is null) execute function refuse_reopening_after_death();
create trigger dead_reopening after update on referrals for each row
  when (old.status not in ('pending', 'accepted') and new.status in ('pending', 'accepted')) execute function refuse_reopening_after_death();
create trigger dead_reopening after update on order_drafts for each row
  when (new.orders > old.orders) execute function refuse_reopening_after_death();
create trigger dead_reopening after update on public_lab_requests for each row
  when (new.patient_id is not null and (old.patient_id is distinct from new.patient_id
    or old.status in ('done', 'cancelled') and new.status not in ('done', 'cancelled') or old.request_id is null and new.request_id is not null))
  execute function refuse_reopening_after_death();
create trigger dead_reopening after update on public_prescription_requests for each row
  when (old.status in ('declined', 'done') and new.status not in ('declined', 'done')) execute function refuse_reopening_after_death();
create trigger dead_medicine_insert after insert on patient_medicines for each row
  when (new.stopped_on is null) execute function refuse_reopening_after_death();
create trigger dead_reopening after update on patient_medicines for each row
  when (old.stopped_on is not null and new.stopped_on is null) execute function refuse_reopening_after_death();
create trigger dead_link after update of user_id on patients for each row
  when (new.user_id is not null and old.user_id is null) execute function refuse_account_after_death();

-- They go with the patient of a demonstration, as allergies do.
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
      when l.parent = 'patients' then l.child = any ('{contact_details,next_of_kin,patient_identifiers,patient_insurances,allergies,no_known_allergies,patient_alerts,pregnancies,
        pregnancy_answers,deaths}')
      when l.parent = 'pregnancies' then l.child = 'pregnancy_datings'
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
