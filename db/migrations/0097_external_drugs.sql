-- Drugs that the clinic neither stocks nor sells and that are prescribed to be obtained elsewhere. They are items, so that lines, favourites, drafts,
-- safety checks, charts and exports read them as all others; they are never active, so that no price, bill, stock or order can name them.
alter table items add is_external boolean not null default false;
comment on column items.is_external is
  'Named by a prescriber because it is not in the catalogue: it can be prescribed and printed, never charged, stocked or dispensed.';
alter table items add constraint items_external check (not is_external or (category = 'drug' and not is_active and code is null));
drop index items_name_key;
create unique index items_name_key on items (lower(name)) where not is_external;
-- Lists of the catalogue are read in the order of their names.
create index items_by_name on items (lower(name), id);
create unique index items_external_name_key on items (lower(name)) where is_external;

create or replace trigger items_stocked after insert on items for each row
  when (new.category in ('drug', 'consumable') and not new.is_external) execute function stock_new_item();

alter table prescribed_drugs add is_external boolean not null default false;
comment on column prescribed_drugs.is_external is 'Its item is an external drug: nothing of it is dispensed here. Written by a trigger.';

create function copy_external_mark() returns trigger language plpgsql as $$
begin
  new.is_external := (select i.is_external from items i where i.id = new.item_id);
  return new;
end $$;
comment on function copy_external_mark is 'Copies from the item whether a prescribed line is of an external drug.';
create trigger copy_external_mark before insert on prescribed_drugs for each row execute function copy_external_mark();

drop index prescribed_drugs_open;
create index prescribed_drugs_open on prescribed_drugs (prescription_id)
  where cancelled_at is null and refused_at is null and not is_dispensed and not is_external;

-- What is not active is refused by the program; this holds against every other way.
create function refuse_external_drug() returns trigger language plpgsql as $$
begin
  if exists (select from added a join items i on i.id = a.item_id where i.is_external) then
    raise exception using errcode = 'check_violation', constraint = tg_table_name || '_external', table = tg_table_name,
      message = 'An external drug is neither charged, priced, stocked nor dispensed.';
  end if;
  return null;
end $$;
comment on function refuse_external_drug is 'Refuses a row that charges, prices, stocks or dispenses an external drug.';
create trigger charges_external after insert on charges referencing new table as added for each statement execute function refuse_external_drug();
create trigger prices_external after insert on prices referencing new table as added for each statement execute function refuse_external_drug();
create trigger stocked_items_external after insert on stocked_items referencing new table as added
  for each statement execute function refuse_external_drug();

create function refuse_external_line() returns trigger language plpgsql as $$
begin
  if exists (select from added a join prescribed_drugs d on d.id = a.prescribed_drug_id where d.is_external) then
    raise exception using errcode = 'check_violation', constraint = 'dispense_items_external', table = 'dispense_items',
      message = 'An external drug is not dispensed here.';
  end if;
  return null;
end $$;
comment on function refuse_external_line is 'Refuses to dispense anything for a prescribed line of an external drug.';
create trigger dispense_items_external after insert on dispense_items referencing new table as added
  for each statement execute function refuse_external_line();

-- A prescription of external drugs alone waits for nothing: it is external, not pending.
alter type prescription_status add value 'external';
create or replace function derive_prescription_status() returns trigger language plpgsql security definer set search_path to 'public', 'pg_temp' as $$
begin
  if tg_op = 'UPDATE' then
    -- All rows of a statement move, or none: one of them tells.
    if (select w.patient_id <> c.patient_id from (select id, patient_id from changed limit 1) c join was w on w.id = c.id) then return null; end if;
  end if;
  update prescriptions s set version = s.version + 1, status = of_lines.status, waiting_since = of_lines.waiting_since
  from (
    select d.prescription_id as id, case
        when bool_and(d.cancelled_at is not null or (d.refused_at is not null and d.quantity_dispensed = 0)) then 'cancelled'
        when bool_and(d.is_external or d.cancelled_at is not null or (d.refused_at is not null and d.quantity_dispensed = 0)) then 'external'
        when bool_and(d.is_external or d.is_dispensed or d.cancelled_at is not null or d.refused_at is not null) then 'dispensed'
        when bool_or(d.quantity_dispensed > 0) then 'partially dispensed'
        else 'pending' end::prescription_status as status,
      min(d.prescribed_at) filter (where d.cancelled_at is null and d.refused_at is null and not d.is_dispensed and not d.is_external) as waiting_since
    from prescribed_drugs d where d.prescription_id in (select prescription_id from changed) group by d.prescription_id
  ) of_lines
  where s.id = of_lines.id;
  return null;
end $$;
