-- Care that somebody creates for themselves opens no restricted record: who assigned whom is kept, and asked for.

alter table visits
  add column doctor_by integer references users,
  add column lab_tech_by integer references users,
  add column pharmacist_by integer references users;
comment on column visits.doctor_by is 'Who assigned the doctor; null: who started the visit.';
comment on column visits.lab_tech_by is 'Who assigned the laboratory technician; null: who started the visit.';
comment on column visits.pharmacist_by is 'Who assigned the pharmacist; null: who started the visit.';
create index visits_doctor_by on visits (doctor_by) where doctor_by is not null;
create index visits_lab_tech_by on visits (lab_tech_by) where lab_tech_by is not null;
create index visits_pharmacist_by on visits (pharmacist_by) where pharmacist_by is not null;

-- The permissions of the staff who receive the patients on a track. The cashier sees the bill, not the chart.
create function staff_of_track(track track) returns text[] language sql immutable parallel safe
return case track
  when 'reception' then array['attendance.reception']
  when 'triage' then array['attendance.triage']
  when 'lab' then array['attendance.laboratory']
  when 'awaiting result' then array['attendance.laboratory']
  when 'pharmacy' then array['attendance.pharmacy']
  when 'inpatient' then array['attendance.doctor', 'attendance.triage']
  when 'doctor' then array['attendance.doctor']
  when 'added result' then array['attendance.doctor']
  else '{}'
end::text[];
comment on function staff_of_track is 'The permissions of the staff who receive the patients on a track.';

-- Whether somebody cares for this patient at that moment, by what others did: the one rule (docs/restricted-records.md). A relation that
-- this person created, a draft, and what is closed or old open nothing.
create or replace function cares_for(patient integer, person integer, at timestamptz) returns boolean language sql stable security definer set search_path = public, pg_temp
begin atomic
  with held as materialized (
    select distinct g.permission from user_groups m join group_permissions g on g.group_id = m.group_id where m.user_id = person
  ), here as materialized (
    -- The open visit. A move that was undone brought nobody.
    select v.id, v.track, v.doctor_id, v.lab_tech_id, v.pharmacist_id, v.created_by, v.doctor_by, v.lab_tech_by, v.pharmacist_by,
      coalesce((select m.moved_by from visit_moves m where m.visit_id = v.id and m.undoes is null
        and not exists (select from visit_moves u where u.visit_id = v.id and u.undoes = m.id) order by m.id desc limit 1), v.created_by) as brought_by
    from visits v where v.patient_id = patient and v.closed_at is null
  )
  select
    -- Assigned to the open visit by another.
    exists (select from here v where v.doctor_id = person and coalesce(v.doctor_by, v.created_by) is distinct from person)
    or exists (select from here v where v.lab_tech_id = person and coalesce(v.lab_tech_by, v.created_by) is distinct from person)
    or exists (select from here v where v.pharmacist_id = person and coalesce(v.pharmacist_by, v.created_by) is distinct from person)
    -- Of the staff to whom another sent the patient; where a doctor is assigned, that doctor alone.
    or exists (select from here v where v.brought_by is distinct from person
      and (v.track not in ('doctor', 'added result') or v.doctor_id is null or v.doctor_id = person)
      and exists (select from held h where h.permission = any (staff_of_track(v.track))))
    -- Wrote a note in the open visit while the patient waited where another had sent them; where a doctor is assigned, that doctor alone.
    or exists (select from here v join consultations n on n.visit_id = v.id
      join lateral (select m.to_track, m.moved_by from visit_moves m where m.visit_id = v.id and m.moved_at <= n.created_at
        and m.undoes is null and not exists (select from visit_moves u where u.visit_id = v.id and u.undoes = m.id)
        order by m.id desc limit 1) m on true
      where n.doctor_id = person and (v.doctor_id is null or v.doctor_id = person) and m.moved_by is distinct from person
        and exists (select from held h where h.permission = any (staff_of_track(m.to_track))))
    -- An appointment today that another booked, and that this person neither took over, nor put on the record, on this day or back in use.
    or exists (select from appointments a, company c where a.patient_id = patient and a.doctor_id = person
      and a.status not in ('cancelled', 'no-show', 'completed') and a.created_by is distinct from person
      and (a.appointment_date_time at time zone c.time_zone)::date = (cares_for.at at time zone c.time_zone)::date
      and not exists (select from appointment_changes x where x.appointment_id = a.id and x.changed_by = person
        and (x.change ?| array['doctor', 'patient'] or x.change #>> '{status,0}' in ('cancelled', 'no-show')
          or ((x.change #>> '{appointment_date_time,0}')::timestamptz at time zone c.time_zone)::date
            <> ((x.change #>> '{appointment_date_time,1}')::timestamptz at time zone c.time_zone)::date)))
    -- Tests that another requested within sixty days and that are not reported, for the laboratory.
    or exists (select from lab_test_request_panels l join lab_test_requests q on q.id = l.lab_test_request_id
      where l.patient_id = patient and l.state in ('requested', 'entered') and q.requested_by <> person
        and l.requested_at > cares_for.at - interval '60 days' and exists (select from held h where h.permission = 'attendance.laboratory'))
    -- Medicines that another prescribed, that are still to be dispensed and may be, for the pharmacy.
    or exists (select from prescriptions s join prescribed_drugs d on d.prescription_id = s.id, pharmacy_settings f
      where s.patient_id = patient and s.status in ('pending', 'partially dispensed')
        and not d.is_dispensed and d.cancelled_at is null and d.refused_at is null and d.prescribed_by <> person
        and d.prescribed_at > cares_for.at - f.valid_days * interval '1 day' and exists (select from held h where h.permission = 'attendance.pharmacy'));
end;

-- Whether somebody at the till may see these bills of a record that they may not open: each of them is to be paid, or had money move within a day.
create function may_open_bills(bills integer[], person integer, at timestamptz) returns boolean language sql stable security definer set search_path = public, pg_temp
begin atomic
  select exists (select from user_groups m join group_permissions g on g.group_id = m.group_id
      where m.user_id = person and g.permission = 'attendance.billing')
    and cardinality(bills) > 0
    and not exists (select from unnest(bills) as b(id) where not exists (
      select from invoices i where i.id = b.id and (i.status in ('draft', 'issued', 'part-paid')
        or exists (select from allocations o join payments p on p.id = o.payment_id join receipts r on r.id = p.receipt_id
          where o.invoice_id = i.id and r.received_at > may_open_bills.at - interval '1 day')
        or exists (select from credit_notes n where n.invoice_id = i.id and n.issued_at > may_open_bills.at - interval '1 day'))));
end;
comment on function may_open_bills is 'Whether somebody at the till may see these bills of a record that they may not open: each is to be paid, or had money move within a day.';

-- The gate for rows of the trail that show bills and nothing else of a record.
create function opened_bills(patient integer, bills integer[], person integer, at timestamptz) returns integer
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if patient is not null and person is not null and is_restricted(patient) and not may_open_restricted(patient, person, at)
    and not may_open_bills(bills, person, at) then
    raise exception 'This record is restricted.' using errcode = '23514', constraint = 'patients_restricted', detail = patient::text;
  end if;
  return patient;
end $$;
comment on function opened_bills is 'The gate for rows of the trail that show bills and nothing else of a record: the patient, or an error.';
