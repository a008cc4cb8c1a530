-- What moved stock: one entry for each act, with the document it stands on.
create table stock_entries (
  id bigint primary key generated always as identity,
  -- The document's number, as people read it.
  number text not null,
  stock_note_id integer references stock_notes,
  transfer_id integer references transfers,
  stock_count_id integer references stock_counts,
  goods_receipt_id integer references goods_receipts,
  supplier_return_id integer references supplier_returns,
  happened_at timestamptz not null,
  day date not null,
  -- Null: what the clinic's nightly work did.
  created_by integer references users,
  reverses_id bigint references stock_entries,
  constraint stock_entries_reversed_once unique (reverses_id),
  constraint stock_entries_document check (
    num_nonnulls(stock_note_id, transfer_id, stock_count_id, goods_receipt_id, supplier_return_id) = 1)
);
create index stock_entries_note on stock_entries (stock_note_id) where stock_note_id is not null;
create index stock_entries_transfer on stock_entries (transfer_id) where transfer_id is not null;
create index stock_entries_count on stock_entries (stock_count_id) where stock_count_id is not null;
create index stock_entries_receipt on stock_entries (goods_receipt_id) where goods_receipt_id is not null;
create index stock_entries_return on stock_entries (supplier_return_id) where supplier_return_id is not null;
create index stock_entries_created_by on stock_entries (created_by, id desc) where created_by is not null;

-- The ledger: signed units, written once. What is on hand is their sum.
create type movement_kind as enum (
  'opening', 'receipt', 'donate_in', 'dispense', 'otc', 'consume', 'issue_out', 'issue_in', 'return_patient', 'return_supplier',
  'adjust_count', 'expire', 'damage', 'loss', 'quarantine', 'release');
create table stock_movements (
  id bigint primary key generated always as identity,
  entry_id bigint not null references stock_entries,
  -- What these name is never deleted, and the batch they belong to has just been read: looking at each again would double the cost.
  store_id integer not null,
  item_id integer not null,
  batch_id integer not null,
  state stock_state not null,
  kind movement_kind not null,
  quantity integer not null check (quantity <> 0),
  -- What the store then had of the item in this state; by the trigger alone.
  balance integer not null default 0,
  happened_at timestamptz not null,
  day date not null
);
create index stock_movements_entry on stock_movements (entry_id);
create index stock_movements_item on stock_movements (item_id, id desc);
create index stock_movements_store on stock_movements (item_id, store_id, id desc);
create index stock_movements_batch on stock_movements (batch_id, id desc);
create index stock_movements_used on stock_movements (day, item_id) include (store_id, batch_id, quantity) where kind in ('dispense', 'otc', 'consume');
create index stock_movements_used_of_item on stock_movements (item_id, day) include (store_id, quantity)
  where kind in ('dispense', 'otc', 'consume');
create index stock_movements_of_store on stock_movements (store_id, id desc);
create index stock_movements_lost on stock_movements (day) where kind in ('expire', 'damage', 'loss', 'adjust_count');
create index stock_movements_day on stock_movements using brin (day);

-- The only writer of what is on hand. The levels were locked by the writer, by item and store; a batch follows its level. A shortage is the
-- checks' refusal, whoever believed otherwise.
create function apply_movement() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update stock_levels set
    usable = usable + case new.state when 'usable' then new.quantity else 0 end,
    quarantined = quarantined + case new.state when 'quarantined' then new.quantity else 0 end,
    in_transit = in_transit + case new.state when 'in transit' then new.quantity else 0 end,
    moved_at = new.happened_at
  where item_id = new.item_id and store_id = new.store_id
  returning case new.state when 'usable' then usable when 'quarantined' then quarantined else in_transit end into new.balance;
  if not found then
    insert into stock_levels (store_id, item_id, usable, quarantined, in_transit, moved_at)
    values (new.store_id, new.item_id, case new.state when 'usable' then new.quantity else 0 end,
      case new.state when 'quarantined' then new.quantity else 0 end, case new.state when 'in transit' then new.quantity else 0 end, new.happened_at);
    new.balance := new.quantity;
  end if;
  update batch_stock set quantity = quantity + new.quantity
  where item_id = new.item_id and batch_id = new.batch_id and store_id = new.store_id and state = new.state;
  if not found then
    insert into batch_stock (store_id, item_id, batch_id, state, quantity)
    values (new.store_id, new.item_id, new.batch_id, new.state, new.quantity);
  end if;
  return new;
end $$;
create trigger stock_movements_applied before insert on stock_movements for each row execute function apply_movement();

-- What only changes its place or state comes from somewhere: nothing appears, nothing vanishes.
create function balance_moves() returns trigger language plpgsql as $$
begin
  if exists (
    select from inserted where kind in ('issue_out', 'issue_in', 'quarantine', 'release') group by entry_id, batch_id having sum(quantity) <> 0)
  then raise exception 'What is moved within the clinic neither appears nor vanishes.';
  end if;
  return null;
end $$;
create trigger stock_movements_balanced after insert on stock_movements referencing new table as inserted
  for each statement execute function balance_moves();

-- Holds these levels until the transaction ends; those that were not there yet are made first. Always by item and store, so that nobody
-- waits for somebody who waits for them.
create function lock_stock_levels(of_stores integer[], of_items integer[]) returns void language plpgsql as $$
begin
  insert into stock_levels (store_id, item_id)
    select distinct p.store_id, p.item_id from unnest(of_stores, of_items) as p(store_id, item_id) order by p.item_id, p.store_id
    on conflict do nothing;
  perform from stock_levels l
    where (l.store_id, l.item_id) in (select p.store_id, p.item_id from unnest(of_stores, of_items) as p(store_id, item_id))
    order by l.item_id, l.store_id for no key update;
end $$;
