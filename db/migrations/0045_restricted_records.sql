-- Records that not everybody may open, and emergency access to them.

create table patient_restrictions (
  id integer primary key generated always as identity,
  patient_id integer not null references patients,
  reason text not null check (reason <> ''),
  restricted_at timestamptz not null,
  restricted_by integer not null references users,
  lifted_at timestamptz,
  lifted_by integer references users,
  lift_reason text,
  constraint patient_restrictions_lifted check (num_nulls(lifted_at, lifted_by, lift_reason) in (0, 3))
);
-- Not unique: a record into which another restricted one is merged has both.
create index patient_restrictions_open on patient_restrictions (patient_id) where lifted_at is null;
create index patient_restrictions_patient on patient_restrictions (patient_id);
create index patient_restrictions_restricted_by on patient_restrictions (restricted_by);
create index patient_restrictions_lifted_by on patient_restrictions (lifted_by) where lifted_by is not null;

create type emergency_kind as enum ('life at risk', 'unconscious', 'covering', 'safety', 'other');

create table emergency_accesses (
  id integer primary key generated always as identity,
  patient_id integer not null references patients,
  user_id integer not null references users,
  kind emergency_kind not null,
  reason text not null check (length(reason) >= 10),
  started_at timestamptz not null,
  until timestamptz not null,
  ended_at timestamptz,
  reviewed_at timestamptz,
  reviewed_by integer references users,
  review text,
  constraint emergency_accesses_until check (until > started_at),
  constraint emergency_accesses_ended check (ended_at is null or ended_at between started_at and until),
  constraint emergency_accesses_reviewed check (num_nulls(reviewed_at, reviewed_by, review) in (0, 3)),
  constraint emergency_accesses_reviewed_by_another check (reviewed_by <> user_id)
);
create index emergency_accesses_patient on emergency_accesses (patient_id, user_id);
create index emergency_accesses_user_id on emergency_accesses (user_id);
create index emergency_accesses_reviewed_by on emergency_accesses (reviewed_by) where reviewed_by is not null;
create index emergency_accesses_unreviewed on emergency_accesses (id) where reviewed_at is null;

-- How long an emergency access lasts.
alter table security_settings add emergency_minutes integer not null default 60
  constraint security_settings_emergency_minutes_check check (emergency_minutes between 15 and 240);

call move_with_patients('patient_restrictions');
call move_with_patients('emergency_accesses');

-- An access and a restriction are ended once, and reviewed once; nothing else of them changes but whose record it is.
create function keep_emergency_access() returns trigger language plpgsql as $$
begin
  if only_patient_moves(to_jsonb(old), to_jsonb(new)) then return new; end if;
  if (old.patient_id, old.user_id, old.kind, old.reason, old.started_at, old.until)
      is distinct from (new.patient_id, new.user_id, new.kind, new.reason, new.started_at, new.until)
    or (old.ended_at is not null and old.ended_at is distinct from new.ended_at)
    or (old.reviewed_at is not null and (old.reviewed_at, old.reviewed_by, old.review) is distinct from (new.reviewed_at, new.reviewed_by, new.review))
  then raise exception 'An emergency access stays as it was written.' using errcode = '23514', constraint = 'emergency_accesses_kept';
  end if;
  return new;
end $$;
create trigger emergency_accesses_kept before update on emergency_accesses for each row execute function keep_emergency_access();
create function keep_restriction() returns trigger language plpgsql as $$
begin
  if only_patient_moves(to_jsonb(old), to_jsonb(new)) then return new; end if;
  if old.lifted_at is not null or (old.patient_id, old.reason, old.restricted_at, old.restricted_by)
    is distinct from (new.patient_id, new.reason, new.restricted_at, new.restricted_by)
  then raise exception 'A restriction stays as it was written.' using errcode = '23514', constraint = 'patient_restrictions_kept';
  end if;
  return new;
end $$;
create trigger patient_restrictions_kept before update on patient_restrictions for each row execute function keep_restriction();

-- A record, and those into which it was put away.
create function kept_records(patient integer) returns setof integer language sql stable rows 1 security definer set search_path = public, pg_temp
begin atomic
  with recursive kept as (
    select kept_records.patient as id
    union select p.merged_into from kept k join patients p on p.id = k.id where p.merged_into is not null
  ) select id from kept;
end;

-- The patients whose record is restricted now, with the records that were put away into theirs. They run as the owner: whoever asks through
-- a role that reads less is told the same.
create function restricted_patients() returns integer[] language sql stable parallel safe security definer set search_path = public, pg_temp
begin atomic
  with recursive restricted as (
    select r.patient_id as id from patient_restrictions r where r.lifted_at is null
    union select p.id from restricted x join patients p on p.merged_into = x.id
  ) select coalesce(array_agg(id), '{}') from restricted;
end;

create function is_restricted(patient integer) returns boolean language sql stable security definer set search_path = public, pg_temp
begin atomic
  select exists (select from patient_restrictions r where r.lifted_at is null and r.patient_id in (select kept_records(patient)));
end;

-- When a merge is undone and the record that stays is restricted, so are the rows that go back: they were while they lay in it.
create function restrict_both() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into patient_restrictions (patient_id, reason, restricted_at, restricted_by)
  select new.from_id, r.reason, r.restricted_at, r.restricted_by from patient_restrictions r
  where r.patient_id = new.into_id and r.lifted_at is null
    and not exists (select from patient_restrictions x where x.patient_id = new.from_id and x.lifted_at is null)
  order by r.id limit 1;
  return null;
end $$;
create trigger patient_merges_restrict_both after update of undone_at on patient_merges for each row
  when (old.undone_at is null and new.undone_at is not null) execute function restrict_both();

-- Whether somebody cares for this patient at that moment: the one rule (docs/restricted-records.md).
create function cares_for(patient integer, person integer, at timestamptz) returns boolean language sql stable security definer set search_path = public, pg_temp
begin atomic
  with held as materialized (
    select distinct g.permission from user_groups m join group_permissions g on g.group_id = m.group_id where m.user_id = person)
  select
    -- An open visit that is theirs, or that waits in their room with nobody else named.
    exists (select from visits v where v.patient_id = patient and v.closed_at is null and (
      person in (v.doctor_id, v.lab_tech_id, v.pharmacist_id, v.attended_by)
      or exists (select from held h where h.permission = any (case v.track
        when 'reception' then array['attendance.reception']
        when 'triage' then array['attendance.triage']
        when 'lab' then array['attendance.laboratory']
        when 'awaiting result' then array['attendance.laboratory']
        when 'pharmacy' then array['attendance.pharmacy']
        when 'billing' then array['attendance.billing']
        when 'inpatient' then array['attendance.doctor', 'attendance.triage']
        else case when v.doctor_id is null then array['attendance.doctor'] else '{}' end end::text[]))))
    -- An appointment with them today.
    or exists (select from appointments a, company c where a.patient_id = patient and a.doctor_id = person
      and a.status not in ('cancelled', 'no-show')
      and (a.appointment_date_time at time zone c.time_zone)::date = (cares_for.at at time zone c.time_zone)::date)
    -- A note of theirs in an open visit, or of the last seven days.
    or exists (select from consultations n join visits v on v.id = n.visit_id where n.patient_id = patient and n.doctor_id = person
      and (v.closed_at is null or n.created_at > cares_for.at - interval '7 days'))
    -- Work of their room under way: tests not reported, medicines not handed out, a bill not paid; and who ordered the tests.
    or exists (select from lab_test_request_panels l join lab_test_requests q on q.id = l.lab_test_request_id
      where l.patient_id = patient and l.state in ('requested', 'entered')
        and (q.requested_by = person or exists (select from held h where h.permission = 'attendance.laboratory')))
    or exists (select from prescriptions s where s.patient_id = patient and s.status in ('pending', 'partially dispensed')
      and exists (select from held h where h.permission = 'attendance.pharmacy'))
    or exists (select from invoices i where i.patient_id = patient and i.status in ('draft', 'issued', 'part-paid')
      and exists (select from held h where h.permission = 'attendance.billing'));
end;

create function has_emergency_access(patient integer, person integer, at timestamptz) returns boolean language sql stable security definer set search_path = public, pg_temp
begin atomic
  select exists (select from emergency_accesses e
    where e.user_id = person and e.started_at <= at and at < e.until and e.ended_at is null
      and e.patient_id in (select kept_records(patient)));
end;

-- Whether somebody may open a restricted record. The system itself and patients are held by other rules.
create function may_open_restricted(patient integer, person integer, at timestamptz) returns boolean
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select person is null
    or exists (select from users u where u.id = person and u.role = 'patient')
    or exists (select from user_groups m join group_permissions g on g.group_id = m.group_id
      where m.user_id = person and g.permission = 'patients.restrict')
    or has_emergency_access(patient, person, at)
    or cares_for(patient, person, at);
end;

-- The restricted records that this person may not open.
create function hidden_patients(person integer, at timestamptz) returns integer[] language sql stable security definer set search_path = public, pg_temp
begin atomic
  select coalesce(array_agg(p), '{}') from unnest(restricted_patients()) p where not may_open_restricted(p, person, at);
end;

-- The gate: the patient, or an error that undoes the transaction. Called for each row of the trail that names whose record was opened.
create function opened_record(patient integer, person integer, at timestamptz) returns integer
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if patient is not null and person is not null and is_restricted(patient) and not may_open_restricted(patient, person, at) then
    raise exception 'This record is restricted.' using errcode = '23514', constraint = 'patients_restricted', detail = patient::text;
  end if;
  return patient;
end $$;

-- What the assistant is asked leaves restricted records out, whoever asks; reports over the same connections count everybody, and so does the
-- assistant what was billed and paid where it shows sums alone.
create function not_asked_of() returns integer[] language sql stable parallel safe security definer set search_path = public, pg_temp
return case when current_setting('kliniki.leaves_out', true) in ('records', 'records and bills') then restricted_patients() else '{}' end;
create function no_bills_asked_of() returns integer[] language sql stable parallel safe security definer set search_path = public, pg_temp
return case when current_setting('kliniki.leaves_out', true) = 'records and bills' then restricted_patients() else '{}' end;
-- The lines that were handed out to them.
create function not_asked_about() returns integer[] language sql stable parallel safe security definer set search_path = public, pg_temp
return case when cardinality(not_asked_of()) = 0 then '{}' else array(
  select l.id from dispenses s join dispense_items l on l.dispense_id = s.id where s.patient_id = any (not_asked_of())
  union select l.id from prescribed_drugs d join dispense_items l on l.prescribed_drug_id = d.id where d.patient_id = any (not_asked_of())) end;

create procedure leave_out_restricted(name text) language plpgsql as $$
begin
  execute format('create policy restricted on %I as restrictive for select to kliniki_read
    using ((patient_id = any ((select %I())::integer[])) is not true)', name,
    case when name in ('invoices', 'receipts') then 'no_bills_asked_of' else 'not_asked_of' end);
end $$;
do $$
declare
  name text;
begin
  for name in select t.name from patient_tables t join pg_class c on c.oid = t.name::regclass where c.relrowsecurity order by t.name loop
    call leave_out_restricted(name);
  end loop;
end $$;
create policy restricted on patients as restrictive for select to kliniki_read using (id <> all ((select not_asked_of())::integer[]));
create policy restricted on dispense_items as restrictive for select to kliniki_read using (id <> all ((select not_asked_about())::integer[]));
