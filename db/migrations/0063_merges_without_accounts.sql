-- A portal account reads one record, and was confirmed for that one: records are merged while neither of them has an account.

create function refuse_merge_of_account() returns trigger language plpgsql as $$
begin
  if exists (select from patients p where p.id in (new.from_id, new.into_id) and p.user_id is not null) then
    raise exception 'A record with a portal account is not merged.' using errcode = '23514', constraint = 'patient_merges_without_account';
  end if;
  return new;
end $$;
create trigger patient_merges_without_account before insert on patient_merges for each row execute function refuse_merge_of_account();
