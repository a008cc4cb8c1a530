-- A pregnancy is part of the record, from the day on which it is known to its outcome, and every dating of it is kept. A woman without a
-- current pregnancy was not asked, unless an answer of that very day says that she is not pregnant: unknown is not no.
create table pregnancies (
  id integer primary key generated always as identity,
  patient_id integer not null references patients,
  source text not null check (source in ('patient said', 'test', 'scan', 'examination', 'another facility')),
  lmp date,
  lmp_is_certain boolean,
  scan_on date,
  scan_days integer check (scan_days between 28 and 308),
  transfer_on date,
  transfer_days integer check (transfer_days between 1 and 7),
  edd date,
  dated_by text check (dated_by in ('last period', 'scan', 'ivf', 'stated')),
  noted_on date not null,
  noted_at timestamptz not null,
  noted_by integer references users,
  triage_id integer references triages,
  outcome text check (outcome in ('live birth', 'stillbirth', 'miscarriage', 'termination', 'ectopic', 'other', 'not pregnant')),
  ended_on date,
  ended_at timestamptz,
  ended_by integer references users,
  note text check (note <> ''),
  confirmed jsonb not null default '[]',
  version integer not null default 1,
  constraint pregnancies_lmp check (lmp <= noted_on),
  constraint pregnancies_lmp_is_certain check (lmp_is_certain is null or lmp is not null),
  constraint pregnancies_scan check (num_nonnulls(scan_on, scan_days) in (0, 2)),
  constraint pregnancies_transfer check (num_nonnulls(transfer_on, transfer_days) in (0, 2)),
  constraint pregnancies_dated check (num_nonnulls(edd, dated_by) in (0, 2)),
  constraint pregnancies_edd check (edd between lmp and lmp + 308),
  constraint pregnancies_ended check (num_nonnulls(outcome, ended_on, ended_at) in (0, 3)),
  constraint pregnancies_ended_by check (ended_by is null or ended_at is not null),
  constraint pregnancies_ended_on check (ended_on >= edd - 280)
);
comment on table pregnancies is 'A pregnancy of a patient: where it is known from, how it is dated, and its outcome. The one without an outcome is the current one.';
comment on column pregnancies.lmp is 'First day of the last menstrual period.';
comment on column pregnancies.scan_days is 'Gestation in days on the day of the earliest scan.';
comment on column pregnancies.transfer_on is 'Day of an embryo transfer (IVF).';
comment on column pregnancies.transfer_days is 'Age of the embryo in days at its transfer.';
comment on column pregnancies.edd is 'Estimated due date, chosen by a person; none while the pregnancy is not dated.';
comment on column pregnancies.noted_on is 'The day of the clinic on which the pregnancy was recorded.';
comment on column pregnancies.triage_id is 'The triage at which "pregnant" was said, where that began it: correcting the answer there withdraws it as long as nothing was added.';
comment on column pregnancies.outcome is 'How it ended; "not pregnant" was recorded in error and never counts.';
comment on column pregnancies.ended_on is 'The day of the outcome, not of its recording.';
comment on column pregnancies.confirmed is 'Implausible values that a person confirmed: field, value, text, reason, by, at.';
create unique index pregnancies_one_current on pregnancies (patient_id) where outcome is null;
create index pregnancies_patient on pregnancies (patient_id, id desc);
create index pregnancies_noted_by on pregnancies (noted_by) where noted_by is not null;
create index pregnancies_triage on pregnancies (triage_id) where triage_id is not null;
create index pregnancies_ended_by on pregnancies (ended_by) where ended_by is not null;

create table pregnancy_datings (
  id integer primary key generated always as identity,
  pregnancy_id integer not null references pregnancies,
  patient_id integer not null references patients,
  lmp date,
  lmp_is_certain boolean,
  scan_on date,
  scan_days integer,
  transfer_on date,
  transfer_days integer,
  edd date,
  dated_by text check (dated_by in ('last period', 'scan', 'ivf', 'stated')),
  suggested_edd date,
  suggested_by text check (suggested_by in ('last period', 'scan', 'ivf', 'stated')),
  reason text check (reason <> ''),
  recorded_at timestamptz not null,
  recorded_by integer references users
);
comment on table pregnancy_datings is 'Each dating of a pregnancy as it was recorded, with the due date that held from then on. A later scan is kept here and changes no due date.';
comment on column pregnancy_datings.suggested_edd is 'The due date that the rule suggested on these facts.';
comment on column pregnancy_datings.reason is 'Why another due date than the suggested one was chosen.';
create index pregnancy_datings_pregnancy on pregnancy_datings (pregnancy_id, id);
create index pregnancy_datings_patient on pregnancy_datings (patient_id);
create index pregnancy_datings_recorded_by on pregnancy_datings (recorded_by) where recorded_by is not null;

create table pregnancy_answers (
  id integer primary key generated always as identity,
  patient_id integer not null references patients,
  said_on date not null,
  triage_id integer references triages,
  recorded_at timestamptz not null,
  recorded_by integer references users,
  withdrawn_at timestamptz,
  withdrawn_by integer references users,
  constraint pregnancy_answers_withdrawn_by check (withdrawn_by is null or withdrawn_at is not null)
);
comment on table pregnancy_answers is 'That a patient is not pregnant, as it was said on a day. It holds for that day alone.';
comment on column pregnancy_answers.triage_id is 'The triage at which it was said; none when it was recorded elsewhere.';
comment on column pregnancy_answers.withdrawn_at is 'When the triage was corrected: it was not said.';
create index pregnancy_answers_patient on pregnancy_answers (patient_id, said_on desc) where withdrawn_at is null;
create index pregnancy_answers_of_patient on pregnancy_answers (patient_id);
create index pregnancy_answers_triage on pregnancy_answers (triage_id) where triage_id is not null;
create index pregnancy_answers_recorded_by on pregnancy_answers (recorded_by) where recorded_by is not null;
create index pregnancy_answers_withdrawn_by on pregnancy_answers (withdrawn_by) where withdrawn_by is not null;

-- What triage knew until now. "Pregnant" of the last 280 days warned at prescribing, and goes on to do so: it becomes a current pregnancy
-- without dates. Each "not pregnant" stays with its day.
insert into pregnancies (patient_id, source, noted_on, noted_at, noted_by, triage_id)
  select g.patient_id, 'patient said', (g.created_at at time zone c.time_zone)::date, g.created_at,
    (select s.recorded_by from vital_signs s where s.visit_id = g.visit_id order by s.id limit 1), g.id
  from (select distinct on (t.patient_id) t.* from triages t where t.is_pregnant is not null order by t.patient_id, t.id desc) g
  join patients p on p.id = g.patient_id and p.gender <> 'male' and p.merged_into is null, company c
  where g.is_pregnant and g.created_at > now() - interval '280 days';
insert into pregnancy_answers (patient_id, said_on, triage_id, recorded_at, recorded_by)
  select t.patient_id, (t.created_at at time zone c.time_zone)::date, t.id, t.created_at,
    (select s.recorded_by from vital_signs s where s.visit_id = t.visit_id order by s.id limit 1)
  from triages t join patients p on p.id = t.patient_id and p.gender <> 'male' and p.merged_into is null, company c
  where not t.is_pregnant order by t.id;

-- A merge takes them along. Two current pregnancies stop it until the outcome of one is recorded.
call move_with_patients('pregnancies');
call move_with_patients('pregnancy_datings');
call move_with_patients('pregnancy_answers');

-- A patient's own account sees its own, and reports leave out restricted records.
alter table pregnancies enable row level security;
alter table pregnancy_datings enable row level security;
alter table pregnancy_answers enable row level security;
create policy clinic on pregnancies to kliniki_app, kliniki_read using (true) with check (true);
create policy clinic on pregnancy_datings to kliniki_app, kliniki_read using (true) with check (true);
create policy clinic on pregnancy_answers to kliniki_app, kliniki_read using (true) with check (true);
create policy own on pregnancies to kliniki_portal using (patient_id = portal_patient()) with check (patient_id = portal_patient());
create policy own on pregnancy_answers to kliniki_portal using (patient_id = portal_patient()) with check (patient_id = portal_patient());
call leave_out_restricted('pregnancies');
call leave_out_restricted('pregnancy_datings');
call leave_out_restricted('pregnancy_answers');

-- They go with the patient of a demonstration, as allergies do.
create or replace function demonstration_links() returns table (child text, parent text, meets text, holds boolean, is_part boolean) language sql stable as $$
  with link as (
    select c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent,
      (select string_agg(format('c.%I = p.%I', a.attname, b.attname), ' and ') from unnest(c.conkey, c.confkey) k (x, y)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.x join pg_attribute b on b.attrelid = c.confrelid and b.attnum = k.y) as meets
    from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace
    union all values
      ('stock_movements', 'batches', 'c.batch_id = p.id'), ('stock_movements', 'stores', 'c.store_id = p.id'),
      ('stock_movements', 'stocked_items', 'c.item_id = p.item_id'),
      ('charges', 'visits', 'c.order_kind = ''consultation'' and c.order_id = p.id'),
      ('charges', 'appointments', 'c.order_kind = ''appointment'' and c.order_id = p.id'),
      ('charges', 'lab_orders', 'c.order_kind = ''laboratory'' and c.order_id = p.id'),
      ('charges', 'prescribed_drugs', 'c.order_kind = ''prescription'' and c.order_id = p.id'),
      ('charges', 'dispense_items', 'c.order_kind = ''dispense'' and c.order_id = p.id')
  )
  select l.child, l.parent, l.meets,
    -- What the program itself told, sent or left open goes with whom it was about.
    l.child <> all ('{notifications,notification_reads,sessions,refresh_tokens}') and (l.child, l.parent) <> ('messages', 'patients'),
    case
      when l.parent = 'patients' then l.child = any ('{contact_details,next_of_kin,patient_identifiers,patient_insurances,allergies,no_known_allergies,patient_alerts,pregnancies,
        pregnancy_answers}')
      when l.parent = 'pregnancies' then l.child = 'pregnancy_datings'
      when l.parent = 'items' then l.child = any ('{stocked_items,item_drugs,bookable_services}')
      when l.parent = 'batches' then l.child = any ('{batch_stock,transfer_items,stock_movements}')
      when l.parent = 'stocked_items' then l.child = 'item_packs'
      when l.parent = 'item_packs' then l.child = 'barcodes'
      when l.parent = 'lab_panels' then l.child = 'lab_reference_ranges'
      when l.parent = 'lab_profiles' then l.child = 'lab_profile_panels'
      -- What everything points at has no part of it.
      else l.parent <> all ('{users,stores,departments,rooms,insurance_companies,suppliers,price_lists,tax_classes,payment_modes,lab_specimens,
        lab_containers,lab_reference_ranges,lab_equipment,groups,permissions,stock_entries,stock_notes,transfers,diagnosis_codes,announcement_channels,
        files,company,schedules}')
      -- An entry of the ledger stays with its movements.
      and l.child <> 'stock_entries'
    end
  from link l
$$;
