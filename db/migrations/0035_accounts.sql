-- How an account became that of a patient: by the code that it showed at the desk, or by the slip that the desk printed.
create type account_link_kind as enum ('code', 'slip');

-- Whose account was linked with which record, since when and by whom; patients.user_id says what holds now.
create table account_links (
  id integer primary key generated always as identity,
  patient_id integer not null references patients,
  user_id integer not null references users,
  kind account_link_kind not null,
  linked_at timestamptz not null,
  -- Somebody at the desk, or with a slip the patient.
  linked_by integer not null references users,
  ended_at timestamptz,
  ended_by integer references users,
  end_reason text,
  check ((ended_at is null) = (end_reason is null))
);
create unique index account_links_open on account_links (patient_id) where ended_at is null;
create index account_links_patient on account_links (patient_id);
create index account_links_user on account_links (user_id);
create index account_links_linked_by on account_links (linked_by);
create index account_links_ended_by on account_links (ended_by) where ended_by is not null;

-- The code that an account shows at the desk: one at a time, kept as a keyed hash, gone once it was used.
create table account_link_codes (
  user_id integer primary key references users,
  code_hash bytea not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  constraint account_link_codes_code_key unique (code_hash)
);

-- The code that the desk gives to a patient on paper. It serves once, together with the date of birth on record.
create table account_link_slips (
  id integer primary key generated always as identity,
  patient_id integer not null references patients,
  code_hash bytea not null,
  made_at timestamptz not null,
  made_by integer not null references users,
  expires_at timestamptz not null,
  -- Wrong dates of birth; the third one ends it.
  tries smallint not null default 0,
  used_at timestamptz,
  used_by integer references users,
  ended_at timestamptz,
  ended_by integer references users,
  end_reason text check (end_reason in ('printed again', 'revoked', 'linked', 'wrong tries')),
  constraint account_link_slips_code_key unique (code_hash),
  check ((ended_at is null) = (end_reason is null)),
  check ((used_at is null) = (used_by is null)),
  check (used_at is null or ended_at is null)
);
create unique index account_link_slips_open on account_link_slips (patient_id) where used_at is null and ended_at is null;
create index account_link_slips_patient on account_link_slips (patient_id);
create index account_link_slips_made_by on account_link_slips (made_by);
create index account_link_slips_used_by on account_link_slips (used_by) where used_by is not null;
create index account_link_slips_ended_by on account_link_slips (ended_by) where ended_by is not null;

-- Links an account with the patient of an open slip, when the date of birth is that of the record. A patient who is linked with nobody
-- sees no record at all: this looks for them. Answers the patient of the slip, if there is one, and whether it was linked.
create function use_link_slip(hash bytea, born date, account integer, at timestamptz)
returns table (patient_id integer, is_linked boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  slip account_link_slips;
  patient patients;
begin
  -- Where the database knows who looks, nobody links another's account.
  if nullif(current_setting('kliniki.user', true), '')::integer <> account then
    raise exception 'An account links itself alone.' using errcode = '42501';
  end if;
  -- The record first, as the desk does.
  select p.* into patient from patients p join account_link_slips s on s.patient_id = p.id where s.code_hash = hash for update of p;
  select s.* into slip from account_link_slips s
  where s.code_hash = hash and s.used_at is null and s.ended_at is null and s.expires_at > at for update;
  if slip.id is null or patient.user_id is not null or patient.deactivated_at is not null
    or not exists (select from users u where u.id = account and u.role = 'patient' and u.is_active) then
    return;
  end if;
  if patient.date_of_birth is distinct from born then
    update account_link_slips s
    set tries = s.tries + 1, ended_at = case when s.tries >= 2 then at end, end_reason = case when s.tries >= 2 then 'wrong tries' end
    where s.id = slip.id;
    return query select patient.id, false;
    return;
  end if;
  update patients p set user_id = account, version = p.version + 1 where p.id = patient.id;
  update account_link_slips s set used_at = at, used_by = account where s.id = slip.id;
  insert into account_links (patient_id, user_id, kind, linked_at, linked_by) values (patient.id, account, 'slip', at, account);
  return query select patient.id, true;
end $$;
