-- Where money was taken or given back, so that each counter can be checked against what was taken at it.
create type receipt_counter as enum ('cashier', 'pharmacy');
alter table receipts add counter receipt_counter not null default 'cashier';
comment on column receipts.counter is 'Where the money was taken or given back: the cashier, or the counter of the pharmacy. A reversal is at the counter of what it reverses.';
-- What the pharmacy sold so far, and what it paid back of that.
alter table receipts disable trigger user;
update receipts r set counter = 'pharmacy' where exists (
  select from payments p join allocations a on a.payment_id = p.id join dispenses s on s.invoice_id = a.invoice_id
  where p.receipt_id = r.id and s.kind = 'sale');
alter table receipts enable trigger user;
create index receipts_counter on receipts (counter, id desc) where counter <> 'cashier';
