-- How money comes in and goes out.
create type payment_category as enum ('cash', 'mobile money', 'card', 'bank', 'insurer');
create table payment_modes (
  id integer primary key generated always as identity,
  name text not null,
  category payment_category not null,
  -- Every insurer pays by a mode of its own, which bears the insurer's name.
  insurance_company_id integer references insurance_companies,
  requires_reference boolean not null default false,
  is_default boolean not null default false,
  is_active boolean not null default true,
  version integer not null default 1,
  constraint payment_modes_insurance_company_key unique (insurance_company_id),
  constraint payment_modes_insurer check ((category = 'insurer') = (insurance_company_id is not null)),
  constraint payment_modes_default check (is_active or not is_default)
);
create unique index payment_modes_name_key on payment_modes (lower(name)) where insurance_company_id is null;
create unique index payment_modes_one_default on payment_modes ((true)) where is_default;
insert into payment_modes (name, category, requires_reference, is_default) values
  ('Cash', 'cash', false, true), ('Mobile money', 'mobile money', true, false), ('Card', 'card', true, false), ('Bank transfer', 'bank', true, false);
insert into payment_modes (name, category, insurance_company_id, requires_reference, is_active)
  select name, 'insurer', id, true, is_active from insurance_companies;

-- An insurer and its mode come, change and go together.
create function follow_insurer() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    delete from payment_modes where insurance_company_id = old.id;
    return old;
  end if;
  insert into payment_modes (name, category, insurance_company_id, requires_reference, is_active)
  values (new.name, 'insurer', new.id, true, new.is_active)
  on conflict (insurance_company_id) do update set name = excluded.name, is_active = excluded.is_active;
  return new;
end $$;
create trigger insurance_companies_mode after insert or update of name, is_active on insurance_companies
  for each row execute function follow_insurer();
create trigger insurance_companies_mode_gone before delete on insurance_companies for each row execute function follow_insurer();

-- A credit note takes back lines of one issued bill, in part or whole.
create table credit_notes (
  id integer primary key generated always as identity,
  number text not null,
  verification uuid not null,
  invoice_id integer not null references invoices,
  reason text not null,
  total numeric(14, 2) not null check (total > 0),
  tax numeric(14, 2) not null,
  insurer_amount numeric(14, 2) not null check (insurer_amount >= 0),
  patient_amount numeric(14, 2) not null,
  waiver numeric(14, 2) not null check (waiver >= 0),
  -- The part of the bill's rounding that goes with its last line.
  rounding numeric(14, 2) not null default 0,
  issued_at timestamptz not null,
  issued_on date not null,
  issued_by integer references users,
  constraint credit_notes_number_key unique (number),
  constraint credit_notes_verification_key unique (verification),
  constraint credit_notes_split check (total = insurer_amount + patient_amount + waiver)
);
create index credit_notes_invoice on credit_notes (invoice_id, id);
create index credit_notes_issued_by on credit_notes (issued_by);
create table credit_note_items (
  id integer primary key generated always as identity,
  credit_note_id integer not null references credit_notes,
  charge_id integer not null references charges,
  quantity numeric(12, 3) not null check (quantity >= 0),
  total numeric(14, 2) not null check (total > 0),
  tax numeric(14, 2) not null,
  insurer_amount numeric(14, 2) not null,
  patient_amount numeric(14, 2) not null,
  waiver numeric(14, 2) not null,
  constraint credit_note_items_once unique (credit_note_id, charge_id),
  constraint credit_note_items_split check (total = insurer_amount + patient_amount + waiver)
);
create index credit_note_items_charge on credit_note_items (charge_id);

-- Money received, paid back, or taken back: one receipt, one or more payments, each set against one or more bills.
create type receipt_kind as enum ('payment', 'refund', 'reversal');
create table receipts (
  id integer primary key generated always as identity,
  number text not null,
  verification uuid not null,
  kind receipt_kind not null,
  patient_id integer references patients,
  insurance_company_id integer references insurance_companies,
  -- Negative when money went out.
  total numeric(14, 2) not null,
  reason text,
  reverses_id integer references receipts,
  credit_note_id integer references credit_notes,
  received_at timestamptz not null,
  received_on date not null,
  received_by integer references users,
  source text,
  constraint receipts_number_key unique (number),
  constraint receipts_verification_key unique (verification),
  constraint receipts_source_key unique (source),
  constraint receipts_reversed_once unique (reverses_id),
  constraint receipts_kind check ((kind = 'reversal') = (reverses_id is not null) and (kind = 'refund') = (credit_note_id is not null)
    and (kind = 'payment' or reason is not null) and (kind <> 'payment' or total > 0) and (kind <> 'refund' or total < 0))
);
create index receipts_patient on receipts (patient_id, id desc);
create index receipts_insurer on receipts (insurance_company_id, id desc) where insurance_company_id is not null;
create index receipts_credit_note on receipts (credit_note_id) where credit_note_id is not null;
create index receipts_received_on on receipts (received_on, id);
create index receipts_received_by on receipts (received_by, id desc);
create table payments (
  id integer primary key generated always as identity,
  receipt_id integer not null references receipts,
  payment_mode_id integer not null references payment_modes,
  amount numeric(14, 2) not null check (amount <> 0),
  -- Cash that was handed over, and what went back.
  tendered numeric(14, 2),
  change numeric(14, 2) not null default 0 check (change >= 0),
  reference text,
  constraint payments_tendered check (tendered is null or tendered = amount + change)
);
create index payments_receipt on payments (receipt_id);
create index payments_mode on payments (payment_mode_id);
create index payments_reference on payments (lower(reference), payment_mode_id) where reference is not null;
create type paying_party as enum ('patient', 'insurer');
create table allocations (
  id integer primary key generated always as identity,
  payment_id integer not null references payments,
  invoice_id integer not null references invoices,
  party paying_party not null,
  amount numeric(14, 2) not null check (amount <> 0)
);
create index allocations_payment on allocations (payment_id);
create index allocations_invoice on allocations (invoice_id);

create function keep_number() returns trigger language plpgsql as $$
begin
  raise exception 'A number that was given stays.' using errcode = '23514', constraint = 'number_kept';
end $$;
create constraint trigger receipts_numbered after insert on receipts deferrable initially deferred for each row
  when (new.number = new.verification::text) execute function require_number();
create trigger receipts_number_kept before update on receipts for each row when (old.number <> old.verification::text)
  execute function keep_number();
create constraint trigger credit_notes_numbered after insert on credit_notes deferrable initially deferred for each row
  when (new.number = new.verification::text) execute function require_number();
create trigger credit_notes_number_kept before update on credit_notes for each row when (old.number <> old.verification::text)
  execute function keep_number();

-- What a bill has been paid and credited is the sum of its allocations and credit notes, because nothing else may write it.
create function add_allocations() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  refused text;
begin
  if exists (select from (
      select payment_id, sum(amount) as amount from allocations where payment_id in (select payment_id from inserted) group by payment_id
    ) s join payments p on p.id = s.payment_id where p.amount <> s.amount)
  then raise exception 'A payment is not the sum of its allocations.';
  end if;
  with paid as (
    update invoices i
    set paid_patient = i.paid_patient + s.patient, paid_insurer = i.paid_insurer + s.insurer, version = i.version + 1
    from (
      select a.invoice_id, coalesce(sum(a.amount) filter (where a.party = 'patient'), 0) as patient,
        coalesce(sum(a.amount) filter (where a.party = 'insurer'), 0) as insurer,
        -- A refund that is taken back makes the bill overpaid again: it was, before.
        coalesce(bool_or(a.party = 'patient') filter (where r.kind = 'payment'), false) as by_patient,
        coalesce(bool_or(a.party = 'insurer') filter (where r.kind = 'payment'), false) as by_insurer
      from inserted a join payments p on p.id = a.payment_id join receipts r on r.id = p.receipt_id group by a.invoice_id
    ) s
    where i.id = s.invoice_id
    returning i.issued_at, (s.by_patient and i.patient_balance < 0) or (s.by_insurer and i.insurer_balance < 0) as is_overpaid
  )
  select case when bool_or(issued_at is null) then 'invoices_unissued' when bool_or(is_overpaid) then 'invoices_overpaid' end into refused from paid;
  if refused is not null then raise exception 'A bill refuses this payment.' using errcode = '23514', constraint = refused; end if;
  return null;
end $$;
create trigger allocations_added after insert on allocations referencing new table as inserted
  for each statement execute function add_allocations();

create function add_credits() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update charges c
  set credited_quantity = c.credited_quantity + s.quantity, credited_total = c.credited_total + s.total, credited_tax = c.credited_tax + s.tax,
    credited_insurer = c.credited_insurer + s.insurer_amount, credited_patient = c.credited_patient + s.patient_amount,
    credited_waiver = c.credited_waiver + s.waiver
  from inserted s where c.id = s.charge_id;
  if exists (select from inserted s join credit_notes n on n.id = s.credit_note_id join charges c on c.id = s.charge_id
    where c.invoice_id <> n.invoice_id)
  then raise exception 'A credit note takes back lines of its own bill.';
  end if;
  if exists (select from (
      select credit_note_id, sum(total) as total from credit_note_items where credit_note_id in (select credit_note_id from inserted) group by 1
    ) s join credit_notes n on n.id = s.credit_note_id where n.total <> s.total + n.rounding)
  then raise exception 'A credit note is not the sum of its lines.';
  end if;
  update invoices i
  set credited_total = i.credited_total + n.total, credited_patient = i.credited_patient + n.patient_amount,
    credited_insurer = i.credited_insurer + n.insurer_amount, version = i.version + 1
  from credit_notes n where n.invoice_id = i.id and n.id in (select credit_note_id from inserted);
  return null;
end $$;
create trigger credit_note_items_added after insert on credit_note_items referencing new table as inserted
  for each statement execute function add_credits();

-- Double entry: debits are positive, credits negative, and every statement that writes postings balances each entry it touches.
create type journal_kind as enum ('invoice', 'credit note', 'payment', 'refund', 'reversal');
create type account as enum ('patients', 'insurers', 'sales', 'tax', 'waivers', 'rounding', 'money');
create table journal_entries (
  id bigint primary key generated always as identity,
  kind journal_kind not null,
  day date not null,
  happened_at timestamptz not null,
  invoice_id integer references invoices,
  credit_note_id integer references credit_notes,
  receipt_id integer references receipts,
  created_by integer references users,
  constraint journal_entries_document check (num_nonnulls(invoice_id, credit_note_id, receipt_id) = 1)
);
create unique index journal_entries_invoice on journal_entries (invoice_id) where invoice_id is not null;
create unique index journal_entries_credit_note on journal_entries (credit_note_id) where credit_note_id is not null;
create unique index journal_entries_receipt on journal_entries (receipt_id) where receipt_id is not null;
create index journal_entries_day on journal_entries (day, kind) include (id);
create index journal_entries_created_by on journal_entries (created_by);
create table postings (
  id bigint primary key generated always as identity,
  entry_id bigint not null references journal_entries,
  -- What these name is never deleted, and the statement that writes them has just read it: a look at each would double the cost of a bill.
  day date not null,
  account account not null,
  -- What was given away is a sale of nothing, so that its quantity counts.
  amount numeric(14, 2) not null check (amount <> 0 or account = 'sales'),
  invoice_id integer,
  -- Of sales and tax: what was sold, how much of it, and who is billed for the line.
  charge_id integer,
  item_id integer,
  quantity numeric(12, 3),
  insurance_company_id integer,
  payment_mode_id integer,
  constraint postings_parts check ((account = 'money') = (payment_mode_id is not null) and (account in ('sales', 'tax')) = (item_id is not null))
);
create index postings_entry on postings (entry_id);
create index postings_invoice on postings (invoice_id);
create index postings_sales on postings (day, item_id) include (amount, quantity, account) where account in ('sales', 'tax');
create index postings_item on postings (item_id, day) include (amount, quantity, account) where account in ('sales', 'tax');
create index postings_money on postings (day, payment_mode_id) include (amount, entry_id) where account = 'money';
create index postings_billed on postings (day) include (account, amount, insurance_company_id, entry_id, invoice_id)
  where account in ('patients', 'insurers', 'waivers', 'rounding');

create function balance_postings() returns trigger language plpgsql as $$
begin
  if exists (select from inserted group by entry_id having sum(amount) <> 0)
  then raise exception 'An entry of the journal does not balance.';
  end if;
  return null;
end $$;
create trigger postings_balanced after insert on postings referencing new table as inserted
  for each statement execute function balance_postings();

-- How often a paper was printed: every print after the first is marked as a duplicate.
create type billing_document as enum ('invoice', 'receipt', 'credit note');
create table document_prints (
  document billing_document not null,
  document_id integer not null,
  copy integer not null check (copy > 0),
  printed_at timestamptz not null,
  printed_by integer references users,
  primary key (document, document_id, copy)
);
create index document_prints_printed_by on document_prints (printed_by);

-- Amounts say nothing of their currency: it is the clinic's, and stays once there are any.
create function keep_currency() returns trigger language plpgsql as $$
begin
  if exists (select from journal_entries) or exists (select from charges) then
    raise exception 'Money was counted in % already.', old.currency using errcode = '23514', constraint = 'company_currency_kept';
  end if;
  return new;
end $$;
create trigger company_currency_kept before update of currency on company for each row
  when (old.currency is distinct from new.currency) execute function keep_currency();
