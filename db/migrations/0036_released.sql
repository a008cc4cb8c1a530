-- What patients see of their results, and which medicines they ask the pharmacy for again.
alter table lab_panels
  -- Told in person and not shown online, until somebody releases it by hand.
  add is_withheld boolean not null default false,
  -- What the test is, in plain words, for the patient.
  add explanation text not null default '';
-- HIV, tissue and cells, and what is inherited. Told in person without need it is asked for at the clinic; shown without being told nothing can
-- be taken back. Antihistones, histoplasma, E. histolytica and cytomegalovirus are none of these.
update lab_panels set is_withheld = true where concat_ws(' ', code, name, method) ~* any (array[
  '\m(anti)?(hiv|vih|vvu)(?!es?\M)', '\m(aids|sida|ukimwi)\M', 'immunod[eé]fici', '\mcd4(?!\d)', 'viral load|charge virale',
  '\mhisto(\M|log|path|ch[ei]m)', 'histo(path|ch[ei]m)', '\mcyto(\M|log|path|gen)', 'biops', '\mpap(s|anic\w*|\M)', 'frottis (cerv|vag)',
  'g[eé]n[eé]ti', 'g[eé]notyp', '[ck]aryotyp', '\mbrca', '\mfnac?\M']);

alter table lab_settings
  -- Patients see released results on their own page.
  add portal_is_on boolean not null default true,
  -- So long after approval they are for the doctor alone.
  add portal_delay_hours smallint not null default 0 check (portal_delay_hours between 0 and 720);
-- Where there are results already, somebody looks first through what is told in person, and switches it on.
update lab_settings set portal_is_on = false where exists (select from lab_results);

-- By whose word the results of a request are held back or released; the last word counts.
create table lab_releases (
  id integer primary key generated always as identity,
  lab_test_request_id integer not null references lab_test_requests,
  is_held boolean not null,
  -- What was approved when it was released: a word is of no result that came after it. Clocks cannot say what came after.
  results bigint[] not null default '{}' check (not is_held or results = '{}'),
  reason text not null check (reason <> ''),
  decided_at timestamptz not null,
  decided_by integer not null references users
);
create index lab_releases_request on lab_releases (lab_test_request_id, id desc);
create index lab_releases_decided on lab_releases (decided_at);
create index lab_releases_decided_by on lab_releases (decided_by);

-- Results that an account has looked at: whoever was linked with the record by mistake has not looked for its patient. A corrected one is
-- another result, and new again.
create table lab_result_reads (
  result_id bigint not null references lab_results,
  user_id integer not null references users,
  patient_id integer not null references patients,
  read_at timestamptz not null,
  primary key (result_id, user_id)
);
create index lab_result_reads_user on lab_result_reads (user_id);
create index lab_result_reads_patient on lab_result_reads (patient_id);

-- For so many months after a course has ended it can be asked for again.
alter table pharmacy_settings add refill_months smallint not null default 6 check (refill_months between 1 and 24);

-- A request is a file that was sent in, or lines that are asked for again.
alter table public_prescription_requests alter file_id drop not null;
create table prescription_request_lines (
  public_prescription_request_id integer not null references public_prescription_requests,
  prescribed_drug_id integer not null references prescribed_drugs,
  primary key (public_prescription_request_id, prescribed_drug_id)
);
create index prescription_request_lines_drug on prescription_request_lines (prescribed_drug_id);

-- A line is of the patient who asks, and of each drug one request is open at a time. Requests of a patient wait for one another here, so
-- that each of two at once sees the other. What was handed out in full is over, whatever was answered.
create function check_refill_line() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  patient integer;
  item integer;
begin
  select q.patient_id, d.item_id into patient, item
  from public_prescription_requests q join prescribed_drugs d on d.patient_id = q.patient_id and d.id = new.prescribed_drug_id
  where q.id = new.public_prescription_request_id;
  if not found then
    raise exception 'this line is of another patient' using errcode = 'integrity_constraint_violation';
  end if;
  perform pg_advisory_xact_lock(36, patient);
  if exists (
    select from public_prescription_requests q
    join prescription_request_lines l on l.public_prescription_request_id = q.id
    join prescribed_drugs d on d.id = l.prescribed_drug_id
    where q.patient_id = patient and d.item_id = item and q.status in ('pending', 'asked', 'accepted') and not exists (
      select from prescribed_drugs w where w.request_id = q.id
      having bool_and(w.is_dispensed or w.cancelled_at is not null or w.refused_at is not null)
        and bool_or(w.cancelled_at is null and (w.refused_at is null or w.quantity_dispensed > 0)))
  ) then
    raise exception 'this drug is asked for already' using errcode = 'unique_violation', constraint = 'prescription_request_lines_open';
  end if;
  return new;
end $$;
create trigger prescription_request_lines_checked before insert on prescription_request_lines
  for each row execute function check_refill_line();

create function check_request_of_something() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from prescription_request_lines l where l.public_prescription_request_id = new.id) then
    raise exception 'a prescription request is of a file or of lines' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger public_prescription_requests_of_something after insert on public_prescription_requests
  deferrable initially deferred for each row when (new.file_id is null) execute function check_request_of_something();
