-- How the pharmacy works: one row.
create table pharmacy_settings (
  id integer primary key default 1 check (id = 1),
  -- Where medicines are handed out when nobody says; null: the first pharmacy in use.
  store_id integer references stores,
  -- Nothing leaves the counter before it is paid.
  pay_first boolean not null default false,
  -- For so many days after it was written a line is filled.
  valid_days smallint not null default 30 check (valid_days between 1 and 366),
  -- So long what nobody came for stays in the queue.
  queue_days smallint not null default 7 check (queue_days between 1 and 366),
  -- In millimetres.
  label_width smallint not null default 70 check (label_width between 40 and 150),
  label_height smallint not null default 40 check (label_height between 25 and 150),
  -- Printed under every label.
  label_note text not null default '',
  version integer not null default 1
);
create index pharmacy_settings_store on pharmacy_settings (store_id) where store_id is not null;
insert into pharmacy_settings default values;

-- Drugs of which a register is kept.
alter table stocked_items add is_controlled boolean not null default false;
create index stocked_items_controlled on stocked_items (item_id) where is_controlled;

alter table number_formats drop constraint number_formats_series_check,
  add constraint number_formats_series_check check (series in (
    'patient', 'visit', 'invoice', 'sample', 'credit note', 'receipt', 'imported', 'appointment',
    'stock note', 'transfer', 'stock count', 'requisition', 'purchase order', 'goods receipt', 'supplier return', 'supplier payment',
    'dispense', 'patient return'));
insert into number_formats (series, prefix, with_year, width) values ('dispense', 'D-', true, 6), ('patient return', 'PR-', true, 5);

-- What went over the counter at once: lines of a prescription, or a sale without one.
create type dispense_kind as enum ('prescription', 'sale');
create table dispenses (
  id integer primary key generated always as identity,
  number text not null,
  kind dispense_kind not null,
  store_id integer not null references stores,
  prescription_id integer references prescriptions,
  -- Null: somebody at the counter who is no patient.
  patient_id integer references patients,
  customer_name text,
  -- The bill of a sale.
  invoice_id integer references invoices,
  note text not null default '',
  -- Why it was handed out although it was not paid.
  unpaid_reason text not null default '',
  -- Since when the prescription waited of which this is the first; null of what follows, and of a sale.
  waited_since timestamptz,
  dispensed_at timestamptz not null,
  dispensed_by integer not null references users,
  source text,
  constraint dispenses_number_key unique (number),
  constraint dispenses_source_key unique (source),
  constraint dispenses_kind check (case kind
    when 'prescription' then prescription_id is not null and patient_id is not null and customer_name is null and invoice_id is null
    else prescription_id is null and invoice_id is not null and (patient_id is null) <> (customer_name is null) end)
);
create index dispenses_prescription on dispenses (prescription_id, id desc) where prescription_id is not null;
create index dispenses_patient on dispenses (patient_id, id desc) where patient_id is not null;
create index dispenses_invoice on dispenses (invoice_id) where invoice_id is not null;
create index dispenses_store on dispenses (store_id, id desc);
create index dispenses_kind on dispenses (kind, id desc);
create index dispenses_dispensed_at on dispenses (dispensed_at);
create index dispenses_dispensed_by on dispenses (dispensed_by, id desc);

-- One line of it. Of a prescribed line `quantity` is what it covers, in the units that were prescribed; `units` is what was handed out, of
-- another item where it was substituted. What was handed out before there was stock has neither document nor units.
alter table dispensations rename to dispense_items;
alter sequence dispensations_id_seq rename to dispense_items_id_seq;
alter index dispensations_drug rename to dispense_items_drug;
alter index dispensations_dispensed_by rename to dispense_items_dispensed_by;
alter table dispense_items
  alter prescribed_drug_id drop not null,
  alter quantity drop not null,
  add dispense_id integer references dispenses,
  add item_id integer references items,
  add units integer check (units > 0),
  add substitution_reason text not null default '',
  -- Why these batches and not those that expire first.
  add batch_reason text not null default '',
  -- The pack was scanned, and was the right one.
  add is_scanned boolean not null default false,
  -- How what was sold without a prescription is to be taken: as it was typed, and as it was read.
  add directions text,
  add structure jsonb,
  -- Less than the line; and what a unit was charged, before discounts, when the bill was last settled with what was handed out: by
  -- value_handed_out() and the trigger of the charges alone.
  add is_part boolean not null default false,
  add unit_price numeric(12, 2) not null default 0,
  -- Of the units these came back; by the trigger of the returns alone.
  add returned integer not null default 0;
update dispense_items p set item_id = d.item_id, is_part = p.quantity < d.quantity, unit_price = coalesce(c.unit_price, 0)
from prescribed_drugs d left join charges c on c.order_kind = 'prescription' and c.order_id = d.id and c.cancelled_at is null
where d.id = p.prescribed_drug_id;
alter table dispense_items
  alter item_id set not null,
  add constraint dispense_items_line check ((prescribed_drug_id is null) = (quantity is null)),
  add constraint dispense_items_document check ((dispense_id is null) = (units is null) and num_nonnulls(dispense_id, prescribed_drug_id) > 0),
  add constraint dispense_items_returned check (returned between 0 and coalesce(units, 0));
create index dispense_items_dispense on dispense_items (dispense_id) where dispense_id is not null;
create index dispense_items_item on dispense_items (item_id, id desc);
create index dispense_items_dispensed_at on dispense_items (dispensed_at);

-- Out of which batches; none for what is not kept in stock.
create table dispense_batches (
  dispense_item_id integer not null references dispense_items,
  item_id integer not null,
  batch_id integer not null,
  units integer not null check (units > 0),
  returned integer not null default 0,
  primary key (dispense_item_id, batch_id),
  constraint dispense_batches_returned check (returned between 0 and units),
  foreign key (item_id, batch_id) references batches (item_id, id)
);
create index dispense_batches_batch on dispense_batches (item_id, batch_id);

-- What came back over the counter: it goes into quarantine, and the bill is credited.
create table patient_returns (
  id integer primary key generated always as identity,
  number text not null,
  dispense_id integer not null references dispenses,
  reason text not null,
  -- The prescribed lines are open again for what came back: something else is handed out instead.
  is_to_be_filled_again boolean not null default false,
  returned_at timestamptz not null,
  returned_by integer not null references users,
  constraint patient_returns_number_key unique (number)
);
create index patient_returns_dispense on patient_returns (dispense_id);
create index patient_returns_returned_by on patient_returns (returned_by);
create table patient_return_items (
  id integer primary key generated always as identity,
  patient_return_id integer not null references patient_returns,
  dispense_item_id integer not null references dispense_items,
  -- Null: of what is not kept in stock.
  batch_id integer,
  units integer not null check (units > 0),
  -- Of the prescribed line this counts as not handed out any more.
  quantity numeric(12, 3) check (quantity > 0),
  constraint patient_return_items_once unique nulls not distinct (patient_return_id, dispense_item_id, batch_id),
  foreign key (dispense_item_id, batch_id) references dispense_batches (dispense_item_id, batch_id)
);
-- What it made of the bill.
create table patient_return_credits (
  patient_return_id integer not null references patient_returns,
  credit_note_id integer not null references credit_notes,
  primary key (patient_return_id, credit_note_id)
);
create index patient_return_credits_note on patient_return_credits (credit_note_id);
create index patient_return_items_item on patient_return_items (dispense_item_id, batch_id);

-- What a line will not be handed out any more of, by the pharmacist's word.
alter table prescribed_drugs
  add refused_at timestamptz,
  add refused_by integer references users,
  add refuse_reason text,
  add constraint prescribed_drugs_refused check (num_nulls(refused_at, refused_by, refuse_reason) in (0, 3)),
  add constraint prescribed_drugs_refused_open check (refused_at is null or not is_dispensed);
create index prescribed_drugs_refused_by on prescribed_drugs (refused_by) where refused_by is not null;
create index prescribed_drugs_open on prescribed_drugs (prescription_id)
  where cancelled_at is null and refused_at is null and not is_dispensed;

-- Since when something of it waits to be handed out; by the trigger alone.
alter table prescriptions add waiting_since timestamptz;
create index prescriptions_waiting on prescriptions (waiting_since, id) where waiting_since is not null;

create or replace function derive_prescription_status() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
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
update prescriptions s set waiting_since = w.since from (
  select prescription_id, min(prescribed_at) as since from prescribed_drugs where cancelled_at is null and not is_dispensed group by 1
) w where w.prescription_id = s.id;

-- What was handed out of lines: their portions less what came back to be filled again. The lines are locked first, so that each of two at
-- once counts the other. One plan for all: to plan costs more than to do it.
create function sum_handed_out(of_lines integer[]) returns void
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  perform from prescribed_drugs d where d.id = any (of_lines) order by d.id for no key update;
  update prescribed_drugs d set quantity_dispensed = s.total, is_dispensed = s.total = d.quantity, version = d.version + 1
  from (
    select l.id, coalesce(given.total, 0) - coalesce(back.total, 0) as total
    from unnest(of_lines) as l(id)
    left join lateral (select sum(p.quantity) as total from dispense_items p where p.prescribed_drug_id = l.id) given on true
    left join lateral (
      select sum(r.quantity) as total from dispense_items p join patient_return_items r on r.dispense_item_id = p.id
      where p.prescribed_drug_id = l.id) back on true
  ) s
  where d.id = s.id and d.quantity_dispensed <> s.total;
end $$;
create or replace function sum_dispensations() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform sum_handed_out(array(select distinct prescribed_drug_id from given where prescribed_drug_id is not null));
  return null;
end $$;
create function take_back_units() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update dispense_items p set returned = p.returned + b.units
  from (select dispense_item_id, sum(units) as units from back group by 1) b where p.id = b.dispense_item_id;
  update dispense_batches p set returned = p.returned + b.units
  from back b where p.dispense_item_id = b.dispense_item_id and p.batch_id = b.batch_id;
  perform sum_handed_out(array(
    select distinct p.prescribed_drug_id from back b join dispense_items p on p.id = b.dispense_item_id where b.quantity is not null));
  return null;
end $$;
create trigger patient_return_items_added after insert on patient_return_items
  referencing new table as back for each statement execute function take_back_units();

-- What is charged for a portion by itself: of another item, beyond what was billed, or sold without a prescription.
alter type charge_order add value 'dispense';

-- What a unit of each portion of lines is charged: by its line or by itself; of something else in its place one charge may bear several.
create function value_handed_out(of_lines integer[]) returns void
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  update dispense_items p set unit_price = now.price, is_part = now.is_part
  from (
    select q.id, q.quantity < d.quantity as is_part, coalesce(
      (select c.unit_price from charges c
        where c.order_kind = 'prescription' and c.order_id = d.id and c.cancelled_at is null and c.item_id = q.item_id),
      (select o.unit_price from charges o where o.order_kind = 'dispense' and o.order_id = q.id and o.cancelled_at is null),
      (select x.unit_price from dispense_items s cross join lateral (
          select o.unit_price from charges o where o.order_kind = 'dispense' and o.order_id = s.id and o.cancelled_at is null offset 0) x
        where s.prescribed_drug_id = d.id and s.item_id = q.item_id limit 1), 0) as price
    from prescribed_drugs d join dispense_items q on q.prescribed_drug_id = d.id
    where d.id = any (of_lines) offset 0
  ) now
  where p.id = now.id and (p.unit_price, p.is_part) is distinct from (now.price, now.is_part);
end $$;
-- What is sold is charged once it is written down. What the cashier changes later is no other value: it would make bills and portions wait for
-- each other in a circle.
create function value_charged() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update dispense_items set unit_price = new.unit_price where id = new.order_id and prescribed_drug_id is null;
  return null;
end $$;
create trigger charges_of_portions_added after insert on charges
  for each row when (new.order_kind::text = 'dispense') execute function value_charged();

-- What was taken off a bill by hand stays off: asked whenever something is handed out.
create index charges_off on charges (order_kind, order_id) where cancelled_at is not null and order_id is not null;

alter table stock_entries
  add dispense_id integer references dispenses,
  add patient_return_id integer references patient_returns,
  drop constraint stock_entries_document,
  add constraint stock_entries_document check (
    num_nonnulls(stock_note_id, transfer_id, stock_count_id, goods_receipt_id, supplier_return_id, dispense_id, patient_return_id) = 1);
create index stock_entries_dispense on stock_entries (dispense_id) where dispense_id is not null;
create index stock_entries_patient_return on stock_entries (patient_return_id) where patient_return_id is not null;

-- A reason to go ahead belongs to a prescribed line, or to what was sold without one.
alter table safety_overrides
  alter prescribed_drug_id drop not null,
  add dispense_item_id integer references dispense_items,
  add constraint safety_overrides_of check (num_nonnulls(prescribed_drug_id, dispense_item_id) = 1);
create index safety_overrides_dispense_item on safety_overrides (dispense_item_id) where dispense_item_id is not null;

-- A prescription that was sent in may be asked about, and becomes a prescription of the clinic.
alter type public_prescription_status add value 'asked' after 'pending';
create table prescription_request_remarks (
  id integer primary key generated always as identity,
  public_prescription_request_id integer not null references public_prescription_requests,
  -- From the patient's side, or from the pharmacy.
  is_from_patient boolean not null,
  body text not null,
  created_at timestamptz not null,
  created_by integer not null references users
);
create index prescription_request_remarks_request on prescription_request_remarks (public_prescription_request_id, id);
create index prescription_request_remarks_created_by on prescription_request_remarks (created_by);
-- A line that is on a paper that was sent in: whose words it is, of which day, and the request.
alter table prescribed_drugs
  add written_by text,
  add written_on date,
  add request_id integer references public_prescription_requests,
  add constraint prescribed_drugs_written 
    check (case when request_id is null then num_nonnulls(written_by, written_on) = 0 else written_by is not null end);
create index prescribed_drugs_request on prescribed_drugs (request_id) where request_id is not null;
