-- How the clinic bills: one row.
create table billing_settings (
  id integer primary key default 1 check (id = 1),
  fiscal_year_start_month smallint not null default 1 check (fiscal_year_start_month between 1 and 12),
  -- What the patient's part of a bill is rounded to, half up; copied to every bill.
  rounding_step numeric(12, 2) not null default 0.01 check (rounding_step in (0.01, 0.05, 0.10, 0.50, 1, 5, 10, 50, 100)),
  prices_include_tax boolean not null default true,
  -- What a visit with a doctor is charged, unless the doctor has a fee of their own.
  consultation_item_id integer references items,
  invoice_note text,
  version integer not null default 1
);
create index billing_settings_consultation_item on billing_settings (consultation_item_id);
insert into billing_settings default values;

create table doctor_fees (
  doctor_id integer primary key references users,
  item_id integer not null references items
);
create index doctor_fees_item on doctor_fees (item_id);

-- Numbers without a gap: the row is locked from the moment a number is taken until the transaction ends, so it is taken last, by a statement
-- of its own, when everything else is written; until then a document bears its verification code, and no transaction may end with that.
create table document_counters (
  series text not null,
  fiscal_year integer not null,
  last integer not null check (last > 0),
  primary key (series, fiscal_year)
);
alter table number_formats drop constraint number_formats_series_check,
  add constraint number_formats_series_check
    check (series in ('patient', 'visit', 'invoice', 'sample', 'credit note', 'receipt', 'imported'));
insert into number_formats (series, prefix, with_year, width) values
  ('credit note', 'CN-', true, 5), ('receipt', 'RCT-', true, 5), ('imported', 'OLD-', false, 6);

-- The year that a day is booked in, named after the year it begins in.
create function fiscal_year(on_day date) returns integer
language sql stable parallel safe as $$
  select extract(year from on_day - make_interval(months => s.fiscal_year_start_month - 1))::integer from billing_settings s
$$;

-- It runs as the owner: the counters move by taking a number, and by nothing else.
create function next_document_number(of_series text, on_day date) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  format number_formats;
  booked_in integer := fiscal_year(on_day);
  number integer;
begin
  select * into strict format from number_formats f where f.series = of_series;
  insert into document_counters as c (series, fiscal_year, last) values (of_series, case when format.with_year then booked_in else 0 end, 1)
  on conflict (series, fiscal_year) do update set last = c.last + 1 returning last into number;
  return format.prefix || case when format.with_year then booked_in || '-' else '' end
    || case when length(number::text) >= format.width then number::text else lpad(number::text, format.width, '0') end;
end $$;

-- A bill: a draft gathers charges, an issued one has a number and its sums, and never changes but for what is paid and credited.
create type invoice_status as enum ('draft', 'issued', 'part-paid', 'paid', 'credited');
alter table invoices drop constraint invoices_visit_key;
alter table invoices alter visit_id drop not null, alter patient_id drop not null;
alter table invoices
  -- Somebody at the counter who is no patient.
  add customer_name text,
  add insurance_company_id integer references insurance_companies,
  add member_number text,
  add description text,
  add number text,
  add verification uuid,
  add issued_at timestamptz,
  add issued_on date,
  add issued_by integer references users,
  add total numeric(14, 2) not null default 0 check (total >= 0),
  add tax numeric(14, 2) not null default 0,
  add discount numeric(14, 2) not null default 0,
  add rounding numeric(14, 2) not null default 0,
  add rounding_step numeric(12, 2) not null default 0.01,
  add waiver numeric(14, 2) not null default 0,
  add insurer_total numeric(14, 2) not null default 0,
  add patient_total numeric(14, 2) not null default 0,
  add paid_patient numeric(14, 2) not null default 0,
  add paid_insurer numeric(14, 2) not null default 0,
  add credited_total numeric(14, 2) not null default 0,
  add credited_patient numeric(14, 2) not null default 0,
  add credited_insurer numeric(14, 2) not null default 0,
  add patient_balance numeric(14, 2) generated always as (patient_total - credited_patient - paid_patient) stored,
  add insurer_balance numeric(14, 2) generated always as (insurer_total - credited_insurer - paid_insurer) stored,
  add status invoice_status generated always as (case
    when issued_at is null then 'draft'::invoice_status
    when total > 0 and credited_total = total then 'credited'::invoice_status
    when patient_total - credited_patient - paid_patient <= 0 and insurer_total - credited_insurer - paid_insurer <= 0 then 'paid'::invoice_status
    when paid_patient + paid_insurer > 0 then 'part-paid'::invoice_status
    else 'issued'::invoice_status end) stored,
  add source text,
  -- Something was ever charged on it: tells the bills from the papers that every visit opens with.
  add has_charges boolean not null default false,
  add version integer not null default 1,
  add constraint invoices_number_key unique (number),
  add constraint invoices_verification_key unique (verification),
  add constraint invoices_source_key unique (source),
  add constraint invoices_somebody check (patient_id is not null or customer_name is not null),
  add constraint invoices_issued check (
    (number is null or issued_at is not null) and (issued_on is null) = (issued_at is null) and (verification is null) = (issued_at is null)),
  add constraint invoices_split check (total = patient_total + insurer_total + waiver),
  add constraint invoices_paid_patient check (paid_patient between 0 and patient_total),
  add constraint invoices_paid_insurer check (paid_insurer between 0 and insurer_total),
  add constraint invoices_credited check (credited_patient between 0 and patient_total and credited_insurer between 0 and insurer_total
    and credited_total between 0 and total);
create unique index invoices_one_draft on invoices (visit_id) where issued_at is null;
create index invoices_visit on invoices (visit_id);
create index invoices_insurer on invoices (insurance_company_id, id desc) where insurance_company_id is not null;
create index invoices_issued_by on invoices (issued_by) where issued_by is not null;
create index invoices_customer on invoices using gin (search_fold(customer_name) gin_trgm_ops) where customer_name is not null;
create index invoices_open on invoices (id) where patient_balance <> 0 or insurer_balance <> 0;
create index invoices_unbilled on invoices (id) where issued_at is null and has_charges;
create index invoices_status on invoices (status, id desc) where status <> 'paid';
create index invoices_paid on invoices (id desc) where status = 'paid';
create index invoices_issued_on on invoices (issued_on, id);

-- What is owed for one thing done or handed out. On a draft it may change or be cancelled; afterwards it only says what was credited.
create type charge_order as enum ('consultation', 'laboratory', 'prescription', 'appointment');

-- Currencies that are paid without cents (ISO 4217, as CLDR lists those of today); what is computed in them is rounded to whole units.
create function currency_decimals(currency text) returns integer
language sql immutable parallel safe return case when currency in (
  'AFN', 'ALL', 'BIF', 'CLP', 'COP', 'DJF', 'GNF', 'HUF', 'IDR', 'IQD', 'IRR', 'ISK', 'JPY', 'KMF', 'KPW', 'KRW', 'LAK', 'LBP',
  'MGA', 'MMK', 'PKR', 'PYG', 'RWF', 'SLL', 'SOS', 'SYP', 'UGX', 'VND', 'VUV', 'XAF', 'XOF', 'XPF', 'YER'
) then 0 else 2 end;

create function charge_after_discount(quantity numeric, unit_price numeric, discount numeric, decimals integer) returns numeric
language sql immutable parallel safe return round(quantity * unit_price, decimals) - discount;
create function charge_tax(quantity numeric, unit_price numeric, discount numeric, rate numeric, included boolean, decimals integer)
returns numeric language sql immutable parallel safe return round(charge_after_discount(quantity, unit_price, discount, decimals) * rate
  / case when included then 100 + rate else 100 end, decimals);
create function charge_total(quantity numeric, unit_price numeric, discount numeric, rate numeric, included boolean, decimals integer)
returns numeric language sql immutable parallel safe return charge_after_discount(quantity, unit_price, discount, decimals)
  + case when included then 0 else charge_tax(quantity, unit_price, discount, rate, included, decimals) end;
-- The patient's part of a covered total: a percentage of it, or an amount for each unit, never more than the total.
create function charge_co_pay(total numeric, quantity numeric, amount numeric, percent numeric, decimals integer) returns numeric
language sql immutable parallel safe return
  least(total, round(case when percent is not null then total * percent / 100 else coalesce(amount, 0) * quantity end, decimals));

create table charges (
  id integer primary key generated always as identity,
  invoice_id integer not null references invoices,
  item_id integer not null references items,
  -- As they were when the charge was made.
  item_name text not null,
  category item_category not null,
  -- The row that asked for it: charged once.
  order_kind charge_order,
  order_id integer,
  quantity numeric(12, 3) not null check (quantity > 0),
  unit_price numeric(12, 2) not null check (unit_price >= 0),
  price_source price_source not null,
  -- The insurer pays all but the co-pay; without one the patient pays.
  insurance_company_id integer references insurance_companies,
  co_pay_amount numeric(12, 2) check (co_pay_amount >= 0),
  co_pay_percent numeric(5, 2) check (co_pay_percent between 0 and 100),
  tax_rate numeric(5, 2) not null check (tax_rate between 0 and 100),
  tax_included boolean not null,
  discount numeric(12, 2) not null default 0,
  -- The part of the patient's share that the clinic forgives.
  waiver numeric(12, 2) not null default 0,
  adjustment_reason text,
  adjusted_by integer references users,
  -- Of the clinic's currency.
  decimals integer not null default 2 check (decimals in (0, 2)),
  gross numeric(14, 2) not null generated always as (round(quantity * unit_price, decimals)) stored,
  tax numeric(14, 2) not null generated always as (charge_tax(quantity, unit_price, discount, tax_rate, tax_included, decimals)) stored,
  total numeric(14, 2) not null generated always as (charge_total(quantity, unit_price, discount, tax_rate, tax_included, decimals)) stored,
  insurer_amount numeric(14, 2) not null generated always as (case when insurance_company_id is null then 0 else
    charge_total(quantity, unit_price, discount, tax_rate, tax_included, decimals)
    - charge_co_pay(charge_total(quantity, unit_price, discount, tax_rate, tax_included, decimals), quantity, co_pay_amount, co_pay_percent,
      decimals) end) stored,
  patient_amount numeric(14, 2) not null generated always as (case when insurance_company_id is null
    then charge_total(quantity, unit_price, discount, tax_rate, tax_included, decimals)
    else charge_co_pay(charge_total(quantity, unit_price, discount, tax_rate, tax_included, decimals), quantity, co_pay_amount, co_pay_percent,
      decimals) end - waiver) stored,
  created_at timestamptz not null,
  created_by integer references users,
  cancelled_at timestamptz,
  cancelled_by integer references users,
  cancel_reason text,
  credited_quantity numeric(12, 3) not null default 0,
  credited_total numeric(14, 2) not null default 0,
  credited_tax numeric(14, 2) not null default 0,
  credited_insurer numeric(14, 2) not null default 0,
  credited_patient numeric(14, 2) not null default 0,
  credited_waiver numeric(14, 2) not null default 0,
  source text,
  version integer not null default 1,
  constraint charges_source_key unique (source),
  constraint charges_order check ((order_kind is null) = (order_id is null)),
  constraint charges_discount check (discount between 0 and round(quantity * unit_price, decimals)),
  constraint charges_waiver check (waiver >= 0 and patient_amount >= 0),
  constraint charges_co_pay check (num_nonnulls(co_pay_amount, co_pay_percent) <= 1),
  constraint charges_reason check (adjustment_reason is not null or (discount = 0 and waiver = 0 and price_source <> 'set')),
  constraint charges_cancelled check ((cancelled_at is null) = (cancel_reason is null)),
  constraint charges_credited check (credited_quantity between 0 and quantity and credited_total between 0 and total
    and credited_tax between 0 and tax and credited_insurer between 0 and insurer_amount
    and credited_patient between 0 and patient_amount and credited_waiver between 0 and waiver
    and credited_total = credited_insurer + credited_patient + credited_waiver)
);
create index charges_invoice on charges (invoice_id);
create index charges_item on charges (item_id, id desc);
create unique index charges_one_per_order on charges (order_kind, order_id) where cancelled_at is null;
create index charges_insurer on charges (insurance_company_id) where insurance_company_id is not null;
create index charges_created_by on charges (created_by);
create index charges_adjusted_by on charges (adjusted_by) where adjusted_by is not null;
create index charges_cancelled_by on charges (cancelled_by) where cancelled_by is not null;

-- What was issued stays as it was: whoever tries to change it is stopped here, whatever the code says.
create function keep_issued_invoice() returns trigger language plpgsql as $$
begin
  if (coalesce(old.number, new.number), old.issued_at, old.issued_on, old.issued_by, old.total, old.tax, old.discount, old.rounding,
      old.rounding_step, old.waiver, old.insurer_total, old.patient_total, old.patient_id, old.customer_name, old.visit_id,
      old.insurance_company_id, old.member_number, old.description, old.verification)
    is distinct from (new.number, new.issued_at, new.issued_on, new.issued_by, new.total, new.tax, new.discount, new.rounding,
      new.rounding_step, new.waiver, new.insurer_total, new.patient_total, new.patient_id, new.customer_name, new.visit_id,
      new.insurance_company_id, new.member_number, new.description, new.verification)
  then raise exception 'An issued bill never changes.' using errcode = '23514', constraint = 'invoices_kept';
  end if;
  return new;
end $$;
create trigger invoices_kept before update on invoices for each row when (old.issued_at is not null) execute function keep_issued_invoice();

-- The lock makes whoever charges wait for whoever issues, and the other way round.
create function keep_issued_charge() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  issued timestamptz;
  has_charges boolean;
begin
  select i.issued_at, i.has_charges into issued, has_charges from invoices i where i.id = new.invoice_id for no key update;
  if not has_charges then update invoices i set has_charges = true where i.id = new.invoice_id; end if;
  if issued is not null and (tg_op = 'INSERT'
    or (old.invoice_id, old.item_id, old.quantity, old.unit_price, old.price_source, old.insurance_company_id, old.co_pay_amount,
      old.co_pay_percent, old.tax_rate, old.tax_included, old.discount, old.waiver, old.adjustment_reason, old.adjusted_by, old.cancelled_at,
      old.cancelled_by, old.cancel_reason)
    is distinct from (new.invoice_id, new.item_id, new.quantity, new.unit_price, new.price_source, new.insurance_company_id,
      new.co_pay_amount, new.co_pay_percent, new.tax_rate, new.tax_included, new.discount, new.waiver, new.adjustment_reason,
      new.adjusted_by, new.cancelled_at, new.cancelled_by, new.cancel_reason))
  then raise exception 'The lines of an issued bill never change.' using errcode = '23514', constraint = 'invoices_kept';
  end if;
  return new;
end $$;
create trigger charges_kept before insert or update on charges for each row execute function keep_issued_charge();

-- A draft is another one once its lines are: who has seen the old one neither issues nor pays it unawares.
create function touch_drafts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update invoices i set version = i.version + 1 where i.issued_at is null and i.id in (select invoice_id from changed);
  return null;
end $$;
create trigger charges_inserted after insert on charges referencing new table as changed for each statement execute function touch_drafts();
create trigger charges_updated after update on charges referencing new table as changed for each statement execute function touch_drafts();

-- At the end of a transaction every issued document has its number.
create function require_number() returns trigger language plpgsql as $$
declare
  is_unnumbered boolean;
begin
  execute format('select exists (select from %I where id = $1 and coalesce(number, verification::text) = verification::text)', tg_table_name)
    into is_unnumbered using new.id;
  if is_unnumbered then raise exception '% % was not numbered.', tg_table_name, new.id; end if;
  return null;
end $$;
create constraint trigger invoices_numbered after insert or update on invoices deferrable initially deferred for each row
  when (new.issued_at is not null and new.number is null) execute function require_number();
