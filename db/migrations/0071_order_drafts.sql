-- Orders that a person has chosen in a visit and not sent: they outlive the browser in which they were chosen, and the visit does not go on
-- without them unnoticed.
create table order_drafts (
  id integer primary key generated always as identity,
  visit_id integer not null references visits,
  patient_id integer not null references patients,
  author_id integer not null references users,
  kind text not null check (kind in ('drugs', 'tests')),
  content jsonb,
  orders integer not null check (orders >= 0),
  key text not null check (length(key) between 1 and 255),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  version integer not null default 1,
  constraint order_drafts_one unique (visit_id, author_id, kind),
  constraint order_drafts_content check (content is not null or orders = 0)
);
create index order_drafts_pending on order_drafts (visit_id) where orders > 0;
create index order_drafts_patient on order_drafts (patient_id);
create index order_drafts_author on order_drafts (author_id, id desc);
call move_with_patients('order_drafts');

comment on table order_drafts is 'Orders that a person has chosen in a visit and not sent. The row stays when they are sent or removed, so that an older copy of them in another browser is seen to be old. It opens no restricted record.';
comment on column order_drafts.author_id is 'Whose choice it is: nobody else reads or changes it.';
comment on column order_drafts.kind is 'What is ordered: drugs of the prescription, or tests of the laboratory.';
comment on column order_drafts.content is 'The lines as they stand in the author''s screen; none once they are sent or removed.';
comment on column order_drafts.orders is 'How many orders are pending.';
comment on column order_drafts.key is 'The idempotency key under which these orders are sent, from whichever machine: sent twice they are taken once.';
