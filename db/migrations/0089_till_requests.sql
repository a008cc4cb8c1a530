-- A drug or consumable that the till bills for a visit is asked of the pharmacy: it leaves the stock when a pharmacist dispenses it, and the
-- bill follows what was dispensed, as with what a doctor prescribed.
alter table prescribed_drugs add is_till_request boolean not null default false;
comment on column prescribed_drugs.is_till_request is
  'Billed at the till and asked of the pharmacy, not prescribed: prescribed_by is the cashier, and it is on no printed prescription.';
alter table prescribed_drugs add constraint prescribed_drugs_till_request
  check (not is_till_request or (request_id is null and directions is null and structure is null));

-- No drug and no consumable is billed by hand without the pharmacy. What other programs billed, and imports, have a source or no author.
create function refuse_stock_by_hand() returns trigger language plpgsql as $$
begin
  if exists (select from added where order_kind is null and category in ('drug', 'consumable') and source is null and created_by is not null) then
    raise exception using errcode = 'check_violation', constraint = 'charges_stock_ordered', table = 'charges',
      message = 'A drug or consumable is billed with a request to the pharmacy or a counter sale.';
  end if;
  return null;
end $$;
comment on function refuse_stock_by_hand is 'Refuses a charge by hand of a drug or consumable: it would leave no stock and reach no pharmacist.';
create trigger charges_stock_ordered after insert on charges referencing new table as added
  for each statement execute function refuse_stock_by_hand();
