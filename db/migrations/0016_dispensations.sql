-- What was handed out of a line is the sum of its portions, by the trigger below alone; nothing is handed out of a cancelled line, and none of
-- which something was handed out is cancelled.
alter table prescribed_drugs
  drop constraint prescribed_drugs_given,
  add constraint prescribed_drugs_given check (cancelled_at is null or quantity_dispensed = 0);

-- It runs as the owner: nobody else writes these sums. The lines are locked first, so that each of two at once counts the other.
create function sum_dispensations() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from prescribed_drugs d where d.id in (select prescribed_drug_id from given) order by d.id for no key update;
  update prescribed_drugs d set quantity_dispensed = s.total, is_dispensed = s.total = d.quantity, version = d.version + 1
  from (
    select p.prescribed_drug_id as id, sum(p.quantity) as total from dispensations p
    where p.prescribed_drug_id in (select prescribed_drug_id from given) group by p.prescribed_drug_id
  ) s
  where d.id = s.id and d.quantity_dispensed <> s.total;
  return null;
end $$;
create trigger dispensations_summed after insert on dispensations
  referencing new table as given for each statement execute function sum_dispensations();
