-- How many people it takes to order goods is the clinic's rule: one, two (the approver is not the author), or three (two approvers besides the author).
create table purchasing_settings (
  id integer primary key default 1 check (id = 1),
  approval_people smallint not null default 2 check (approval_people between 1 and 3),
  version integer not null default 1
);
comment on table purchasing_settings is 'How the clinic buys: one row.';
comment on column purchasing_settings.approval_people is
  'People who take part in a purchase order. 1: the author may approve it. 2: another person approves it. 3: two other people approve it.';
insert into purchasing_settings default values;

alter table purchase_orders
  add approval_people smallint check (approval_people between 1 and 3),
  add first_approved_at timestamptz,
  add first_approved_by integer references users,
  add own_approval_reason text check (own_approval_reason <> ''),
  add constraint purchase_orders_first_approved check ((first_approved_at is null) = (first_approved_by is null)),
  add constraint purchase_orders_approver check (case approval_people
    when 2 then own_approval_reason is not null or (approved_by <> created_by and approved_by is distinct from changed_by)
    when 3 then coalesce(first_approved_by <> approved_by and first_approved_by <> created_by and approved_by <> created_by
      and first_approved_by is distinct from changed_by and approved_by is distinct from changed_by, false)
    else true end);
comment on column purchase_orders.approval_people is
  'The clinic''s rule when the order was approved: 1, 2 or 3 people. Null: not approved, or approved before there was a rule.';
comment on column purchase_orders.first_approved_by is 'Of three people the first who approved; a change of the draft withdraws it.';
comment on column purchase_orders.own_approval_reason is
  'Why the owner of a clinic in which no other person may approve approved an order of their own.';
create index purchase_orders_first_approved_by on purchase_orders (first_approved_by) where first_approved_by is not null;
