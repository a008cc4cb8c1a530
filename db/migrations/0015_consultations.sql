create type disposition as enum ('discharged', 'admitted', 'referred', 'lab', 'pharmacy', 'follow up', 'died', 'left');
create type diagnosis_certainty as enum ('confirmed', 'provisional', 'ruled out');

-- A doctor's note on a visit. It is a draft until it is signed, saved as it is typed; once signed it never changes: what comes to mind later
-- is an addendum.
create table consultations (
  id integer primary key generated always as identity,
  visit_id integer not null references visits,
  patient_id integer not null references patients,
  -- Whose note it is. Another doctor may go on with a draft; who signs answers for it.
  doctor_id integer not null references users,
  complaint text not null default '',
  history text not null default '',
  examination text not null default '',
  note text not null default '',
  plan text not null default '',
  disposition disposition,
  follow_up_on date,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  changed_by integer not null references users,
  signed_at timestamptz,
  signed_by integer references users,
  source text,
  version integer not null default 1,
  constraint consultations_source_key unique (source),
  constraint consultations_signature check ((signed_at is null) = (signed_by is null))
);
-- One draft of each doctor in a visit: a second beginning finds the first.
create unique index consultations_one_draft on consultations (visit_id, doctor_id) where signed_at is null;
create index consultations_visit on consultations (visit_id, id);
create index consultations_patient on consultations (patient_id, id desc);
create index consultations_doctor on consultations (doctor_id, id desc);
create index consultations_drafts on consultations (id desc) where signed_at is null;
-- changed_at and the texts stand in no index: a draft that is saved again and again by the same person moves none.
create index consultations_changed_by on consultations (changed_by);
create index consultations_signed_by on consultations (signed_by) where signed_by is not null;

create function keep_signed_consultation() returns trigger language plpgsql as $$
begin
  raise exception using errcode = '23514', constraint = 'consultations_signed', table = 'consultations',
    message = 'a signed note never changes';
end $$;
create trigger consultations_kept before update on consultations
  for each row when (old.signed_at is not null) execute function keep_signed_consultation();

create table consultation_addenda (
  id integer primary key generated always as identity,
  consultation_id integer not null references consultations,
  text text not null,
  added_at timestamptz not null,
  added_by integer not null references users
);
create index consultation_addenda_consultation on consultation_addenda (consultation_id, id);
create index consultation_addenda_added_by on consultation_addenda (added_by);

create function keep_addenda_after_signature() returns trigger language plpgsql as $$
begin
  if not exists (select from consultations c where c.id = new.consultation_id and c.signed_at is not null) then
    raise exception using errcode = '23514', constraint = 'consultation_addenda_unsigned', table = 'consultation_addenda',
      message = 'an addendum follows a signature';
  end if;
  return new;
end $$;
create trigger consultation_addenda_kept before insert on consultation_addenda
  for each row execute function keep_addenda_after_signature();

-- What a note diagnoses: with a code, or as typed. Code and title are copied: the list may change, the record does not.
create table diagnoses (
  id integer primary key generated always as identity,
  consultation_id integer not null references consultations,
  visit_id integer not null references visits,
  patient_id integer not null references patients,
  diagnosis_code_id integer references diagnosis_codes,
  code text,
  title text not null,
  certainty diagnosis_certainty not null,
  is_primary boolean not null default false,
  recorded_at timestamptz not null,
  recorded_by integer not null references users,
  removed_at timestamptz,
  removed_by integer references users,
  constraint diagnoses_removed check ((removed_at is null) = (removed_by is null))
);
create unique index diagnoses_once on diagnoses (consultation_id, lower(title)) where removed_at is null;
create unique index diagnoses_one_primary on diagnoses (consultation_id) where is_primary and removed_at is null;
create index diagnoses_consultation on diagnoses (consultation_id, id);
create index diagnoses_patient on diagnoses (patient_id, id desc);
create index diagnoses_visit on diagnoses (visit_id);
create index diagnoses_code on diagnoses (diagnosis_code_id) where diagnosis_code_id is not null;
create index diagnoses_recorded_by on diagnoses (recorded_by);
create index diagnoses_removed_by on diagnoses (removed_by) where removed_by is not null;

-- The notes are locked, so that none is signed while a diagnosis is on its way into it, or out of it.
create function keep_signed_diagnoses() returns trigger language plpgsql as $$
declare
  signed timestamptz;
begin
  for signed in
    select c.signed_at from consultations c
    where c.id in (new.consultation_id, case when tg_op = 'UPDATE' then old.consultation_id end)
    order by c.id for share
  loop
    if signed is not null then
      raise exception using errcode = '23514', constraint = 'consultations_signed', table = 'diagnoses',
        message = 'a signed note never changes';
    end if;
  end loop;
  return new;
end $$;
create trigger diagnoses_kept before insert or update on diagnoses for each row execute function keep_signed_diagnoses();

-- What a patient has for longer than a visit.
create type problem_status as enum ('active', 'inactive', 'resolved');
create table problems (
  id integer primary key generated always as identity,
  patient_id integer not null references patients,
  diagnosis_code_id integer references diagnosis_codes,
  code text,
  title text not null,
  status problem_status not null default 'active',
  note text,
  onset_on date,
  resolved_on date,
  recorded_at timestamptz not null,
  recorded_by integer references users,
  changed_at timestamptz not null,
  changed_by integer references users,
  source text,
  version integer not null default 1,
  constraint problems_source_key unique (source),
  constraint problems_order check (resolved_on >= onset_on),
  constraint problems_resolved check (resolved_on is null or status <> 'active')
);
create unique index problems_once on problems (patient_id, lower(title)) where status = 'active';
create index problems_patient on problems (patient_id, id desc);
create index problems_code on problems (diagnosis_code_id) where diagnosis_code_id is not null;
create index problems_recorded_by on problems (recorded_by);
create index problems_changed_by on problems (changed_by);

-- A patient sent on: to a doctor or department of the house, or to somebody else.
create type referral_type as enum ('internal', 'external');
create type referral_status as enum ('pending', 'accepted', 'declined', 'completed', 'cancelled');
create table referrals (
  id integer primary key generated always as identity,
  visit_id integer not null references visits,
  patient_id integer not null references patients,
  type referral_type not null,
  status referral_status not null default 'pending',
  is_urgent boolean not null default false,
  -- What is asked for, and why.
  service text,
  note text not null,
  doctor_id integer references users,
  department_id integer references departments,
  provider text,
  provider_email text,
  referred_at timestamptz not null,
  referred_by integer not null references users,
  reply text,
  replied_at timestamptz,
  replied_by integer references users,
  status_at timestamptz not null,
  status_by integer not null references users,
  status_reason text,
  version integer not null default 1,
  constraint referrals_to check (case type
    when 'internal' then num_nonnulls(doctor_id, department_id) > 0 and num_nonnulls(provider, provider_email) = 0
    else num_nonnulls(provider, provider_email) > 0 and num_nonnulls(doctor_id, department_id) = 0 end),
  constraint referrals_reply check (num_nonnulls(reply, replied_at, replied_by) in (0, 3)),
  constraint referrals_completed check (status <> 'completed' or reply is not null),
  constraint referrals_reason check (status not in ('declined', 'cancelled') or status_reason is not null)
);
create index referrals_visit on referrals (visit_id);
create index referrals_patient on referrals (patient_id, id desc);
create index referrals_doctor on referrals (doctor_id, id desc) where doctor_id is not null;
create index referrals_department on referrals (department_id, id desc) where department_id is not null;
create index referrals_status on referrals (status, id desc);
-- The queue of a doctor, and of the departments: what is addressed to them and still open.
create index referrals_waiting on referrals (doctor_id, id desc) where type = 'internal' and status in ('pending', 'accepted');
create index referrals_referred_by on referrals (referred_by);
create index referrals_replied_by on referrals (replied_by) where replied_by is not null;
create index referrals_status_by on referrals (status_by);
