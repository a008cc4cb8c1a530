-- Who the clinic buys from.
create table suppliers (
  id integer primary key generated always as identity,
  name text not null,
  -- What people here call them.
  common_name text,
  contact_person text,
  phone text,
  email text,
  address text,
  tax_number text,
  -- How long after the bill they wait for their money.
  payment_days smallint not null default 30 check (payment_days between 0 and 365),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  created_by integer references users,
  source text,
  version integer not null default 1,
  constraint suppliers_source_key unique (source)
);
create unique index suppliers_name_key on suppliers (lower(name));
create index suppliers_created_by on suppliers (created_by);

-- Where stock lies.
create type store_kind as enum ('main', 'pharmacy', 'laboratory', 'ward', 'department');
create table stores (
  id integer primary key generated always as identity,
  name text not null,
  kind store_kind not null,
  department_id integer references departments,
  is_active boolean not null default true,
  version integer not null default 1
);
create unique index stores_name_key on stores (lower(name));
create index stores_department on stores (department_id) where department_id is not null;
insert into stores (name, kind) values ('Main store', 'main'), ('Pharmacy', 'pharmacy'), ('Laboratory', 'laboratory');

-- The items of the catalogue that are kept in stock, counted in the item's unit, whole.
create type stock_use as enum ('resale', 'internal');
create table stocked_items (
  item_id integer primary key references items,
  use stock_use not null default 'resale',
  description text not null default '',
  supplier_id integer references suppliers,
  needs_lot boolean not null default false,
  needs_expiry boolean not null default false,
  -- How long a delivery takes, and for how many days more there should be enough.
  lead_days smallint not null default 7 check (lead_days between 0 and 365),
  safety_days smallint not null default 7 check (safety_days between 0 and 365),
  slow_after_days smallint not null default 90 check (slow_after_days between 1 and 3650),
  is_active boolean not null default true,
  version integer not null default 1
);
create index stocked_items_supplier on stocked_items (supplier_id) where supplier_id is not null;

-- What is handed out or used up is stocked from the day it is in the catalogue; who does not want that says so there.
create function stock_new_item() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into stocked_items (item_id, use, needs_lot, needs_expiry)
  values (new.id, case new.category when 'drug' then 'resale' else 'internal' end::stock_use, new.category = 'drug', new.category = 'drug')
  on conflict do nothing;
  return null;
end $$;
create trigger items_stocked after insert on items for each row when (new.category in ('drug', 'consumable')) execute function stock_new_item();
insert into stocked_items (item_id, use, needs_lot, needs_expiry)
  select id, case category when 'drug' then 'resale' else 'internal' end::stock_use, category = 'drug', category = 'drug'
  from items where category in ('drug', 'consumable');

-- What an item comes in: so many of its units each. Documents copy the number, so that a change counts from then on.
create table item_packs (
  id integer primary key generated always as identity,
  item_id integer not null references stocked_items,
  name text not null,
  units integer not null check (units between 2 and 1000000),
  is_active boolean not null default true,
  constraint item_packs_of_item unique (item_id, id)
);
create unique index item_packs_name_key on item_packs (item_id, lower(name));
create table barcodes (
  code text primary key check (length(code) between 4 and 60),
  item_id integer not null references stocked_items,
  -- Null: the code of a single unit.
  pack_id integer,
  foreign key (item_id, pack_id) references item_packs (item_id, id)
);
create index barcodes_item on barcodes (item_id, pack_id);

-- What came under one lot, expiry, cost and supplier. Its cost never changes, so that what stock is worth is a sum without rounding.
create table batches (
  id integer primary key generated always as identity,
  item_id integer not null references stocked_items,
  -- Empty: none was on the pack.
  lot text not null default '' check (lot = upper(btrim(lot))),
  -- The last day on which it may be used.
  expires_on date,
  -- Of one unit; what came for nothing costs nothing.
  unit_cost numeric(16, 6) not null check (unit_cost >= 0),
  supplier_id integer references suppliers,
  received_at timestamptz not null,
  constraint batches_key unique nulls not distinct (item_id, lot, expires_on, unit_cost, supplier_id),
  constraint batches_of_item unique (item_id, id)
);
create index batches_expires_on on batches (expires_on, id) where expires_on is not null;
create index batches_lot on batches (lot) where lot <> '';
create index batches_supplier on batches (supplier_id) where supplier_id is not null;

create type stock_state as enum ('usable', 'quarantined', 'in transit');

-- How much of an item a store has: the sum of its movements, by their trigger alone. Whoever moves stock locks these rows first, by item and
-- store, so that no two wait for each other. 'In transit' is what is on its way to this store.
create table stock_levels (
  store_id integer not null references stores,
  item_id integer not null references stocked_items,
  usable integer not null default 0,
  quarantined integer not null default 0,
  in_transit integer not null default 0,
  minimum integer not null default 0 check (minimum >= 0),
  reorder_level integer not null default 0,
  maximum integer,
  is_low boolean not null generated always as (reorder_level > 0 and usable + in_transit <= reorder_level) stored,
  is_out boolean not null generated always as (usable = 0) stored,
  has_quarantined boolean not null generated always as (quarantined > 0) stored,
  moved_at timestamptz,
  version integer not null default 1,
  primary key (item_id, store_id),
  constraint stock_levels_enough check (usable >= 0 and quarantined >= 0 and in_transit >= 0),
  constraint stock_levels_order check (reorder_level >= minimum and maximum >= reorder_level)
);
create index stock_levels_store on stock_levels (store_id, item_id);
create index stock_levels_low on stock_levels (item_id, store_id) where is_low;
create index stock_levels_out on stock_levels (item_id, store_id) where is_out;
create index stock_levels_quarantined on stock_levels (item_id, store_id) where has_quarantined;

-- The same by batch.
create table batch_stock (
  id integer not null generated always as identity,
  store_id integer not null references stores,
  item_id integer not null,
  batch_id integer not null,
  state stock_state not null,
  quantity integer not null,
  primary key (item_id, batch_id, store_id, state),
  constraint batch_stock_id_key unique (id),
  constraint batch_stock_enough check (quantity >= 0),
  foreign key (item_id, batch_id) references batches (item_id, id)
);
create index batch_stock_item on batch_stock (item_id, store_id) where quantity > 0;
create index batch_stock_store on batch_stock (store_id, item_id) where quantity > 0;
create index batch_stock_aside on batch_stock (state, id) where state <> 'usable' and quantity > 0;

alter table number_formats drop constraint number_formats_series_check,
  add constraint number_formats_series_check check (series in (
    'patient', 'visit', 'invoice', 'sample', 'credit note', 'receipt', 'imported', 'appointment',
    'stock note', 'transfer', 'stock count', 'requisition', 'purchase order', 'goods receipt', 'supplier return', 'supplier payment'));
insert into number_formats (series, prefix, with_year, width) values
  ('stock note', 'SN-', true, 5), ('transfer', 'T-', true, 5), ('stock count', 'SC-', true, 5), ('requisition', 'RQ-', true, 5),
  ('purchase order', 'PO-', true, 5), ('goods receipt', 'GRN-', true, 5), ('supplier return', 'SR-', true, 5), ('supplier payment', 'SP-', true, 5);

-- The small documents of the store: one act, one paper.
create type stock_note_kind as enum ('opening', 'write-off', 'consumption', 'quarantine', 'release', 'recall', 'expiry');
create table stock_notes (
  id integer primary key generated always as identity,
  number text not null,
  kind stock_note_kind not null,
  store_id integer references stores,
  reason text not null,
  created_at timestamptz not null,
  -- Null: what the clinic's nightly work did.
  created_by integer references users,
  source text,
  constraint stock_notes_number_key unique (number),
  constraint stock_notes_source_key unique (source)
);
create index stock_notes_kind on stock_notes (kind, id desc);
create index stock_notes_store on stock_notes (store_id, id desc);
create index stock_notes_created_by on stock_notes (created_by) where created_by is not null;

-- A lot that must not be used any more, wherever it lies and whenever it comes.
create table recalls (
  id integer primary key generated always as identity,
  number text not null,
  item_id integer not null references stocked_items,
  lot text not null check (lot <> '' and lot = upper(btrim(lot))),
  reason text not null,
  recalled_at timestamptz not null,
  recalled_by integer not null references users,
  stock_note_id integer not null references stock_notes,
  lifted_at timestamptz,
  lifted_by integer references users,
  lift_reason text,
  version integer not null default 1,
  constraint recalls_number_key unique (number),
  constraint recalls_lifted check ((lifted_at is null) = (lifted_by is null) and (lifted_at is null) = (lift_reason is null))
);
create unique index recalls_once on recalls (item_id, lot) where lifted_at is null;
create index recalls_note on recalls (stock_note_id);
create index recalls_recalled_by on recalls (recalled_by);
create index recalls_lifted_by on recalls (lifted_by) where lifted_by is not null;

-- From one store to another, in two steps: what was sent is on its way until the other store says what arrived.
create type transfer_status as enum ('sent', 'received', 'cancelled');
create table transfers (
  id integer primary key generated always as identity,
  number text not null,
  from_store_id integer not null references stores,
  to_store_id integer not null references stores,
  status transfer_status not null default 'sent',
  note text not null default '',
  sent_at timestamptz not null,
  sent_by integer not null references users,
  ended_at timestamptz,
  ended_by integer references users,
  -- Why less arrived than was sent, or why it was called back.
  end_reason text not null default '',
  source text,
  version integer not null default 1,
  constraint transfers_number_key unique (number),
  constraint transfers_source_key unique (source),
  constraint transfers_elsewhere check (from_store_id <> to_store_id),
  constraint transfers_ended check ((status = 'sent') = (ended_at is null) and (ended_at is null) = (ended_by is null))
);
create index transfers_status on transfers (status, id desc);
create index transfers_from on transfers (from_store_id, id desc);
create index transfers_to on transfers (to_store_id, id desc);
create index transfers_sent_by on transfers (sent_by);
create index transfers_ended_by on transfers (ended_by) where ended_by is not null;
create table transfer_items (
  id integer primary key generated always as identity,
  transfer_id integer not null references transfers,
  item_id integer not null,
  batch_id integer not null,
  quantity integer not null check (quantity > 0),
  -- Of these arrived, went back, were lost: together what was sent, once the transfer has ended.
  received integer not null default 0 check (received >= 0),
  returned integer not null default 0 check (returned >= 0),
  lost integer not null default 0 check (lost >= 0),
  constraint transfer_items_once unique (transfer_id, batch_id),
  constraint transfer_items_whole check (received + returned + lost in (0, quantity)),
  foreign key (item_id, batch_id) references batches (item_id, id)
);
create index transfer_items_batch on transfer_items (item_id, batch_id);

-- Counting what is really there. `expected` is what the books had when the line was counted, so that the work goes on meanwhile.
create type stock_count_status as enum ('counting', 'submitted', 'posted', 'cancelled');
create table stock_counts (
  id integer primary key generated always as identity,
  number text not null,
  store_id integer not null references stores,
  status stock_count_status not null default 'counting',
  -- The sheet does not say what the books have.
  is_blind boolean not null default false,
  note text not null default '',
  started_at timestamptz not null,
  started_by integer not null references users,
  -- Everybody who counted or handed it in, once or again: none of them approves it.
  counters integer[] not null default '{}',
  submitted_at timestamptz,
  submitted_by integer references users,
  ended_at timestamptz,
  ended_by integer references users,
  end_reason text not null default '',
  version integer not null default 1,
  constraint stock_counts_number_key unique (number),
  constraint stock_counts_submitted check ((submitted_at is null) = (submitted_by is null)),
  constraint stock_counts_ended check ((status in ('posted', 'cancelled')) = (ended_at is not null) and (ended_at is null) = (ended_by is null)),
  constraint stock_counts_approved_by_another check (status <> 'posted' or not ended_by = any (counters))
);
create unique index stock_counts_one_open on stock_counts (store_id) where status in ('counting', 'submitted');
create index stock_counts_store on stock_counts (store_id, id desc);
create index stock_counts_started_by on stock_counts (started_by);
create index stock_counts_submitted_by on stock_counts (submitted_by) where submitted_by is not null;
create index stock_counts_ended_by on stock_counts (ended_by) where ended_by is not null;
create table stock_count_lines (
  id integer primary key generated always as identity,
  stock_count_id integer not null references stock_counts,
  item_id integer not null,
  batch_id integer not null,
  state stock_state not null check (state <> 'in transit'),
  expected integer,
  counted integer check (counted >= 0),
  counted_at timestamptz,
  counted_by integer references users,
  reason text not null default '',
  constraint stock_count_lines_once unique (stock_count_id, batch_id, state),
  constraint stock_count_lines_counted check (num_nulls(expected, counted, counted_at, counted_by) in (0, 4)),
  foreign key (item_id, batch_id) references batches (item_id, id)
);
create index stock_count_lines_batch on stock_count_lines (item_id, batch_id);
create index stock_count_lines_counted_by on stock_count_lines (counted_by) where counted_by is not null;

-- What was counted in tablets stays counted in tablets.
create function keep_unit() returns trigger language plpgsql as $$
begin
  if exists (select from batches where item_id = new.id)
  then raise exception 'The unit stays.' using errcode = '23514', constraint = 'items_unit_kept';
  end if;
  return new;
end $$;
create trigger items_unit_kept before update of unit on items for each row when (new.unit <> old.unit) execute function keep_unit();
