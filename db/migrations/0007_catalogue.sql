-- What the clinic can bill, and what each payer is asked for it.
create table tax_classes (
  id integer primary key generated always as identity,
  name text not null,
  -- Percent; copied to the charge, so that a change counts from then on.
  rate numeric(5, 2) not null check (rate between 0 and 100),
  is_active boolean not null default true,
  version integer not null default 1
);
create unique index tax_classes_name_key on tax_classes (lower(name));
insert into tax_classes (name, rate) values ('Exempt', 0);

create type item_category as enum ('consultation', 'procedure', 'nursing', 'laboratory', 'imaging', 'drug', 'consumable', 'bed', 'other');

-- Services were the first items: everything that can stand on a bill is one.
alter table services rename to items;
alter table items
  add code text,
  add category item_category not null default 'other',
  add unit text not null default 'each',
  add tax_class_id integer not null default 1 references tax_classes,
  -- Folded once, and not for every item at every letter that somebody types.
  add search_name text not null generated always as (search_fold(name)) stored,
  add version integer not null default 1;
alter index services_pkey rename to items_pkey;
alter index services_name_key rename to items_name_key;
alter index services_department rename to items_department;
alter sequence services_id_seq rename to items_id_seq;
alter table items rename constraint services_department_id_fkey to items_department_id_fkey;
create unique index items_code_key on items (lower(code));
create index items_tax_class on items (tax_class_id);
create index items_name_trgm on items using gin (search_name gin_trgm_ops);

-- One list for those who pay themselves, and one for each insurer.
create table price_lists (
  id integer primary key generated always as identity,
  name text not null,
  insurance_company_id integer references insurance_companies,
  -- The patient's part where a price says nothing of its own.
  co_pay_amount numeric(12, 2) check (co_pay_amount >= 0),
  co_pay_percent numeric(5, 2) check (co_pay_percent between 0 and 100),
  -- What is not on the list: covered at the cash price, or not covered at all.
  covers_unlisted boolean not null default false,
  is_active boolean not null default true,
  version integer not null default 1,
  constraint price_lists_insurance_company_key unique (insurance_company_id),
  constraint price_lists_co_pay check (num_nonnulls(co_pay_amount, co_pay_percent) <= 1)
);
create unique index price_lists_name_key on price_lists (lower(name));
create unique index price_lists_one_cash on price_lists ((true)) where insurance_company_id is null;
insert into price_lists (name) values ('Cash');

-- A price from a day on. Of those that cover a day the one that began last counts; none is ever changed once its day has passed.
create table prices (
  id integer primary key generated always as identity,
  price_list_id integer not null references price_lists,
  item_id integer not null references items,
  price numeric(12, 2) not null check (price >= 0),
  co_pay_amount numeric(12, 2) check (co_pay_amount >= 0),
  co_pay_percent numeric(5, 2) check (co_pay_percent between 0 and 100),
  valid_from date not null,
  valid_until date,
  created_at timestamptz not null default now(),
  created_by integer references users,
  constraint prices_once unique (price_list_id, item_id, valid_from),
  constraint prices_co_pay check (num_nonnulls(co_pay_amount, co_pay_percent) <= 1),
  constraint prices_valid_until check (valid_until >= valid_from)
);
create index prices_item on prices (item_id, price_list_id, valid_from desc);
create index prices_created_by on prices (created_by);
insert into prices (price_list_id, item_id, price, valid_from) select 1, id, price, '2000-01-01' from items;
alter table items drop column price;

-- Where the unit price of a charge came from.
create type price_source as enum ('cash', 'insurer', 'set', 'none');

-- What one unit costs a payer on a day: the insurer's price, else the cash price, else nothing (source 'none'). Always one row.
create function item_price(of_item integer, insurer integer, on_day date)
returns table (price numeric, source price_source, is_covered boolean, co_pay_amount numeric, co_pay_percent numeric)
language sql stable parallel safe as $$
  select coalesce(own.price, cash.price, 0),
    case when own.price is not null then 'insurer' when cash.price is not null then 'cash' else 'none' end::price_source,
    own.price is not null or (coalesce(list.covers_unlisted, false) and cash.price is not null),
    case when num_nonnulls(own.co_pay_amount, own.co_pay_percent) = 0 then list.co_pay_amount else own.co_pay_amount end,
    case when num_nonnulls(own.co_pay_amount, own.co_pay_percent) = 0 then list.co_pay_percent else own.co_pay_percent end
  from (values (1)) as one
  left join price_lists list on list.insurance_company_id = insurer and list.is_active
  left join lateral (
    select p.price, p.co_pay_amount, p.co_pay_percent from prices p
    where p.price_list_id = list.id and p.item_id = of_item and on_day >= p.valid_from and (p.valid_until is null or on_day <= p.valid_until)
    order by p.valid_from desc limit 1
  ) own on true
  left join lateral (
    select p.price from prices p join price_lists l on l.id = p.price_list_id and l.insurance_company_id is null
    where p.item_id = of_item and on_day >= p.valid_from and (p.valid_until is null or on_day <= p.valid_until)
    order by p.valid_from desc limit 1
  ) cash on true
$$;
