-- What a part of the clinic asks for. Two different people approve it, neither of them the one who asked.
create type requisition_status as enum (
  'draft', 'submitted', 'department approved', 'approved', 'part-ordered', 'closed', 'rejected', 'cancelled');
create table requisitions (
  id integer primary key generated always as identity,
  number text not null,
  store_id integer not null references stores,
  status requisition_status not null default 'draft',
  needed_by date,
  note text not null default '',
  requested_at timestamptz not null,
  requested_by integer not null references users,
  submitted_at timestamptz,
  department_approved_at timestamptz,
  department_approved_by integer references users,
  procurement_approved_at timestamptz,
  procurement_approved_by integer references users,
  -- Who rejected, cancelled or closed it, and why.
  ended_at timestamptz,
  ended_by integer references users,
  end_reason text not null default '',
  source text,
  version integer not null default 1,
  constraint requisitions_number_key unique (number),
  constraint requisitions_source_key unique (source),
  constraint requisitions_two_approvers check (
    department_approved_by <> requested_by and procurement_approved_by <> requested_by and procurement_approved_by <> department_approved_by),
  constraint requisitions_approved check (
    (department_approved_at is null) = (department_approved_by is null) and (procurement_approved_at is null) = (procurement_approved_by is null)
    and (status not in ('approved', 'part-ordered') or num_nulls(department_approved_at, procurement_approved_at) = 0)),
  constraint requisitions_ended check ((status in ('closed', 'rejected', 'cancelled')) = (ended_at is not null))
);
create index requisitions_status on requisitions (status, id desc);
create index requisitions_store on requisitions (store_id, id desc);
-- Papers are looked for by a part of their number.
create index requisitions_search on requisitions using gin (number gin_trgm_ops);
create index requisitions_requested_by on requisitions (requested_by, id desc);
create index requisitions_department_approved_by on requisitions (department_approved_by) where department_approved_by is not null;
create index requisitions_procurement_approved_by on requisitions (procurement_approved_by) where procurement_approved_by is not null;
create index requisitions_ended_by on requisitions (ended_by) where ended_by is not null;

-- Quantities are of the pack that was named, or of single units; what was ordered and issued of it is in units.
create table requisition_items (
  id integer primary key generated always as identity,
  requisition_id integer not null references requisitions,
  item_id integer not null references stocked_items,
  supplier_id integer references suppliers,
  pack_id integer references item_packs,
  pack_units integer not null default 1 check (pack_units >= 1),
  quantity_requested integer not null check (quantity_requested > 0),
  quantity_approved integer check (quantity_approved between 0 and quantity_requested),
  ordered_units integer not null default 0 check (ordered_units >= 0),
  issued_units integer not null default 0 check (issued_units >= 0),
  note text not null default '',
  date_created timestamptz not null,
  constraint requisition_items_once unique (requisition_id, item_id),
  constraint requisition_items_covered check (ordered_units + issued_units <= coalesce(quantity_approved, 0) * pack_units)
);
create index requisition_items_item on requisition_items (item_id);
create index requisition_items_supplier on requisition_items (supplier_id) where supplier_id is not null;
create index requisition_items_pack on requisition_items (pack_id) where pack_id is not null;
-- A transfer may be what a store asked for.
alter table transfers add column requisition_id integer references requisitions;
create index transfers_requisition on transfers (requisition_id) where requisition_id is not null;

-- What is ordered from one supplier.
create type purchase_order_status as enum ('draft', 'approved', 'sent', 'part-received', 'received', 'closed', 'cancelled');
create table purchase_orders (
  id integer primary key generated always as identity,
  number text not null,
  -- None only while it is a draft without rows: the first row may name it.
  supplier_id integer references suppliers,
  -- Where it is to be delivered.
  store_id integer not null references stores,
  status purchase_order_status not null default 'draft',
  expected_on date,
  note text not null default '',
  created_at timestamptz not null,
  created_by integer not null references users,
  -- Who last changed what is ordered. Like its maker, they do not approve it, unless all of it was requested.
  changed_by integer references users,
  approved_at timestamptz,
  approved_by integer references users,
  sent_at timestamptz,
  sent_by integer references users,
  ended_at timestamptz,
  ended_by integer references users,
  end_reason text not null default '',
  source text,
  version integer not null default 1,
  constraint purchase_orders_number_key unique (number),
  constraint purchase_orders_source_key unique (source),
  constraint purchase_orders_supplied check (supplier_id is not null or status in ('draft', 'cancelled')),
  constraint purchase_orders_approved check (
    (approved_at is null) = (approved_by is null) and (status in ('draft', 'cancelled') or approved_at is not null)),
  constraint purchase_orders_sent check ((sent_at is null) = (sent_by is null)),
  constraint purchase_orders_ended check ((status in ('closed', 'cancelled')) = (ended_at is not null))
);
create index purchase_orders_status on purchase_orders (status, id desc);
create index purchase_orders_supplier on purchase_orders (supplier_id, id desc);
create index purchase_orders_store on purchase_orders (store_id, id desc);
create index purchase_orders_search on purchase_orders using gin (number gin_trgm_ops);
create index purchase_orders_created_by on purchase_orders (created_by);
create index purchase_orders_changed_by on purchase_orders (changed_by) where changed_by is not null;
create index purchase_orders_approved_by on purchase_orders (approved_by) where approved_by is not null;
create index purchase_orders_sent_by on purchase_orders (sent_by) where sent_by is not null;
create index purchase_orders_ended_by on purchase_orders (ended_by) where ended_by is not null;
create table purchase_order_items (
  id integer primary key generated always as identity,
  purchase_order_id integer not null references purchase_orders,
  item_id integer not null references stocked_items,
  supplier_id integer not null references suppliers,
  pack_id integer references item_packs,
  pack_units integer not null default 1 check (pack_units >= 1),
  quantity_purchased integer not null check (quantity_purchased > 0),
  units integer not null generated always as (quantity_purchased * pack_units) stored,
  -- Of one pack, without tax.
  unit_price numeric(12, 2) not null check (unit_price >= 0),
  tax_rate numeric(5, 2) not null default 0 check (tax_rate between 0 and 100),
  -- What came of it, free goods aside: the sum of the receipts, by their trigger alone.
  received_units integer not null default 0 check (received_units >= 0),
  date_created timestamptz not null,
  constraint purchase_order_items_once unique (purchase_order_id, item_id)
);
create index purchase_order_items_item on purchase_order_items (item_id, id desc);
-- What may still come of an item.
create index purchase_order_items_open on purchase_order_items (item_id) where received_units < units;
create index purchase_order_items_supplier on purchase_order_items (supplier_id);
create index purchase_order_items_pack on purchase_order_items (pack_id) where pack_id is not null;
-- Which lines of requisitions an order serves, and how much of each.
create table purchase_order_sources (
  purchase_order_item_id integer not null references purchase_order_items,
  requisition_item_id integer not null references requisition_items,
  units integer not null check (units > 0),
  primary key (purchase_order_item_id, requisition_item_id)
);
create index purchase_order_sources_requisition_item on purchase_order_sources (requisition_item_id);

-- What was delivered (or given), with its lots.
create table goods_receipts (
  id integer primary key generated always as identity,
  number text not null,
  store_id integer not null references stores,
  supplier_id integer references suppliers,
  purchase_order_id integer references purchase_orders,
  is_donation boolean not null default false,
  delivery_note text not null default '',
  note text not null default '',
  received_at timestamptz not null,
  received_on date not null,
  received_by integer not null references users,
  -- A delivery that was typed in wrong is taken back whole by another one.
  reverses_id integer references goods_receipts,
  source text,
  constraint goods_receipts_number_key unique (number),
  constraint goods_receipts_source_key unique (source),
  constraint goods_receipts_reversed_once unique (reverses_id),
  constraint goods_receipts_supplier check (supplier_id is not null or is_donation)
);
create index goods_receipts_store on goods_receipts (store_id, id desc);
create index goods_receipts_supplier on goods_receipts (supplier_id, id desc) where supplier_id is not null;
create index goods_receipts_order on goods_receipts (purchase_order_id) where purchase_order_id is not null;
create index goods_receipts_received_on on goods_receipts (received_on, id);
create index goods_receipts_search on goods_receipts using gin (number gin_trgm_ops, delivery_note gin_trgm_ops);
create index goods_receipts_received_by on goods_receipts (received_by);
create table goods_receipt_items (
  id integer primary key generated always as identity,
  goods_receipt_id integer not null references goods_receipts,
  purchase_order_item_id integer references purchase_order_items,
  item_id integer not null,
  batch_id integer not null,
  -- Free goods are a batch of their own, which costs nothing.
  free_batch_id integer,
  pack_id integer references item_packs,
  pack_units integer not null check (pack_units >= 1),
  -- Packs; negative in a delivery that takes another one back.
  quantity integer not null,
  free_quantity integer not null default 0,
  -- Of the units that were paid for: straight into quarantine.
  damaged_units integer not null default 0,
  -- Of one pack, without tax.
  purchase_price numeric(12, 2) not null check (purchase_price >= 0),
  sale_price numeric(12, 2) check (sale_price >= 0),
  constraint goods_receipt_items_something check (quantity <> 0 or free_quantity <> 0),
  constraint goods_receipt_items_damaged check (abs(damaged_units) <= abs(quantity) * pack_units),
  constraint goods_receipt_items_free check ((free_quantity = 0) = (free_batch_id is null)),
  foreign key (item_id, batch_id) references batches (item_id, id),
  foreign key (item_id, free_batch_id) references batches (item_id, id)
);
create index goods_receipt_items_receipt on goods_receipt_items (goods_receipt_id);
create index goods_receipt_items_order_item on goods_receipt_items (purchase_order_item_id) where purchase_order_item_id is not null;
create index goods_receipt_items_item on goods_receipt_items (item_id, id desc);
create index goods_receipt_items_batch on goods_receipt_items (batch_id, item_id);
create index goods_receipt_items_free_batch on goods_receipt_items (free_batch_id, item_id) where free_batch_id is not null;
create index goods_receipt_items_pack on goods_receipt_items (pack_id) where pack_id is not null;

create function add_receipts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update purchase_order_items o set received_units = o.received_units + s.units
  from (select purchase_order_item_id as id, sum(quantity * pack_units) as units from received where purchase_order_item_id is not null group by 1) s
  where o.id = s.id;
  return null;
end $$;
create trigger goods_receipt_items_added after insert on goods_receipt_items referencing new table as received
  for each statement execute function add_receipts();

-- What goes back to a supplier, and is expected as credit.
create table supplier_returns (
  id integer primary key generated always as identity,
  number text not null,
  supplier_id integer not null references suppliers,
  store_id integer not null references stores,
  reason text not null,
  returned_at timestamptz not null,
  returned_by integer not null references users,
  source text,
  constraint supplier_returns_number_key unique (number),
  constraint supplier_returns_source_key unique (source)
);
create index supplier_returns_supplier on supplier_returns (supplier_id, id desc);
create index supplier_returns_store on supplier_returns (store_id);
create index supplier_returns_search on supplier_returns using gin (number gin_trgm_ops);
create index supplier_returns_returned_by on supplier_returns (returned_by);
create table supplier_return_items (
  id integer primary key generated always as identity,
  supplier_return_id integer not null references supplier_returns,
  item_id integer not null,
  batch_id integer not null,
  state stock_state not null check (state <> 'in transit'),
  quantity integer not null check (quantity > 0),
  constraint supplier_return_items_once unique (supplier_return_id, batch_id, state),
  foreign key (item_id, batch_id) references batches (item_id, id)
);
create index supplier_return_items_batch on supplier_return_items (item_id, batch_id);

-- A supplier's bill, held against what was ordered and what came.
create table supplier_bills (
  id integer primary key generated always as identity,
  supplier_id integer not null references suppliers,
  purchase_order_id integer references purchase_orders,
  invoice_no text not null,
  bill_date date not null,
  due_on date not null,
  total_cost numeric(14, 2) not null check (total_cost > 0),
  tax numeric(14, 2) not null default 0 check (tax >= 0),
  note text not null default '',
  -- What does not agree with order and receipts, in words, when the bill came in; somebody else has to approve that before it is paid.
  differences text[] not null default '{}',
  approved_at timestamptz,
  approved_by integer references users,
  approval_reason text,
  cancelled_at timestamptz,
  cancelled_by integer references users,
  cancel_reason text,
  created_at timestamptz not null,
  created_by integer not null references users,
  -- The sum of what was paid and credited, by their trigger alone.
  paid numeric(14, 2) not null default 0,
  payment_status text not null generated always as (case when paid = 0 then 'unpaid' when paid < total_cost then 'partial' else 'paid' end) stored,
  balance numeric(14, 2) not null generated always as (case when cancelled_at is null then total_cost - paid else 0 end) stored,
  source text,
  version integer not null default 1,
  constraint supplier_bills_source_key unique (source),
  constraint supplier_bills_overpaid check (paid between 0 and total_cost),
  constraint supplier_bills_approved check (
    (approved_at is null) = (approved_by is null) and (approved_at is null) = (approval_reason is null) and approved_by <> created_by),
  constraint supplier_bills_cancelled check (
    (cancelled_at is null) = (cancelled_by is null) and (cancelled_at is null) = (cancel_reason is null) and (cancelled_at is null or paid = 0))
);
create unique index supplier_bills_invoice_no_key on supplier_bills (supplier_id, lower(invoice_no)) where cancelled_at is null;
create index supplier_bills_order on supplier_bills (purchase_order_id) where purchase_order_id is not null;
create index supplier_bills_open on supplier_bills (due_on, id) where paid < total_cost and cancelled_at is null;
create index supplier_bills_supplier on supplier_bills (supplier_id, id desc);
create index supplier_bills_owed on supplier_bills (supplier_id, due_on) where paid < total_cost and cancelled_at is null;
create index supplier_bills_differing on supplier_bills (id) where differences <> '{}' and approved_at is null and cancelled_at is null;
create index supplier_bills_search on supplier_bills using gin (invoice_no gin_trgm_ops);
create index supplier_bills_approved_by on supplier_bills (approved_by) where approved_by is not null;
create index supplier_bills_cancelled_by on supplier_bills (cancelled_by) where cancelled_by is not null;
create index supplier_bills_bill_date on supplier_bills (bill_date, id);
create index supplier_bills_created_by on supplier_bills (created_by);
create table supplier_bill_items (
  id integer primary key generated always as identity,
  supplier_bill_id integer not null references supplier_bills,
  item_id integer not null references stocked_items,
  purchase_order_item_id integer references purchase_order_items,
  pack_units integer not null default 1 check (pack_units >= 1),
  quantity integer not null check (quantity > 0),
  unit_price numeric(12, 2) not null check (unit_price >= 0),
  tax_rate numeric(5, 2) not null default 0 check (tax_rate between 0 and 100)
);
create index supplier_bill_items_bill on supplier_bill_items (supplier_bill_id);
create index supplier_bill_items_order_item on supplier_bill_items (purchase_order_item_id) where purchase_order_item_id is not null;
create index supplier_bill_items_item on supplier_bill_items (item_id);

-- What a supplier was paid, or credited: always against bills. Wrong ones are taken back by another one, never changed.
create type supplier_payment_kind as enum ('payment', 'credit', 'reversal');
create table supplier_payments (
  id integer primary key generated always as identity,
  number text not null,
  kind supplier_payment_kind not null,
  supplier_id integer not null references suppliers,
  payment_mode_id integer references payment_modes,
  supplier_return_id integer references supplier_returns,
  amount numeric(14, 2) not null check (amount <> 0),
  reference text not null default '',
  paid_on date not null,
  created_at timestamptz not null,
  created_by integer not null references users,
  reverses_id integer references supplier_payments,
  reason text not null default '',
  source text,
  constraint supplier_payments_number_key unique (number),
  constraint supplier_payments_source_key unique (source),
  constraint supplier_payments_reversed_once unique (reverses_id),
  constraint supplier_payments_kind check (
    (kind = 'payment') <= (payment_mode_id is not null) and (kind = 'reversal') = (reverses_id is not null) and (kind = 'reversal') = (amount < 0))
);
create index supplier_payments_supplier on supplier_payments (supplier_id, id desc);
create index supplier_payments_mode on supplier_payments (payment_mode_id) where payment_mode_id is not null;
create index supplier_payments_return on supplier_payments (supplier_return_id) where supplier_return_id is not null;
create index supplier_payments_search on supplier_payments using gin (number gin_trgm_ops, reference gin_trgm_ops);
create index supplier_payments_paid_on on supplier_payments (paid_on, id);
create index supplier_payments_created_by on supplier_payments (created_by);
create table supplier_allocations (
  supplier_payment_id integer not null references supplier_payments,
  supplier_bill_id integer not null references supplier_bills,
  amount numeric(14, 2) not null check (amount <> 0),
  primary key (supplier_payment_id, supplier_bill_id)
);
create index supplier_allocations_bill on supplier_allocations (supplier_bill_id);

create function add_supplier_allocations() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  refused text;
begin
  if exists (select from (
      select supplier_payment_id as id, sum(amount) as amount from supplier_allocations
      where supplier_payment_id in (select supplier_payment_id from inserted) group by 1
    ) s join supplier_payments p on p.id = s.id where p.amount <> s.amount)
  then raise exception 'A payment is not the sum of its allocations.';
  end if;
  with paid as (
    update supplier_bills b set paid = b.paid + s.amount, version = b.version + 1
    from (select supplier_bill_id as id, sum(amount) as amount from inserted group by 1) s
    where b.id = s.id
    returning b.cancelled_at, b.differences, b.approved_at, b.supplier_id, b.id
  )
  select case
    when bool_or(cancelled_at is not null) then 'supplier_bills_cancelled_unpaid'
    when bool_or(differences <> '{}' and approved_at is null) then 'supplier_bills_unapproved'
    when bool_or(p.supplier_id <> paid.supplier_id) then 'supplier_bills_of_supplier' end
  into refused
  from paid join inserted i on i.supplier_bill_id = paid.id join supplier_payments p on p.id = i.supplier_payment_id;
  if refused is not null then raise exception 'A bill refuses this payment.' using errcode = '23514', constraint = refused; end if;
  return null;
end $$;
create trigger supplier_allocations_added after insert on supplier_allocations referencing new table as inserted
  for each statement execute function add_supplier_allocations();
