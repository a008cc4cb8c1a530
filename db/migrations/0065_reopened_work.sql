-- Work that somebody opens again opens no restricted record to them: who added a test to a request, and who opened a line of a prescription again.

alter table lab_test_request_panels add column requested_by integer references users;
comment on column lab_test_request_panels.requested_by is 'Who added the test to the request later; null: who made the request.';
create index lab_test_request_panels_requested_by on lab_test_request_panels (requested_by) where requested_by is not null;

alter table prescribed_drugs add column reopened_by integer references users;
comment on column prescribed_drugs.reopened_by is 'Who opened the line again: undid another''s refusal, or took back what was dispensed to dispense it anew.';
create index prescribed_drugs_reopened_by on prescribed_drugs (reopened_by) where reopened_by is not null;

-- Whether somebody cares for this patient at that moment, by what others did: the one rule (docs/restricted-records.md). A relation that
-- this person created or opened again, a draft, and what is closed or old open nothing.
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
    -- Tests that another requested within sixty days and that are not reported, for the laboratory: neither added by this person to a request of
    -- another, nor open again because this person withdrew the result that was approved.
    or exists (select from lab_test_request_panels l join lab_test_requests q on q.id = l.lab_test_request_id
      where l.patient_id = patient and l.state in ('requested', 'entered') and q.requested_by <> person
        and l.requested_by is distinct from person
        and not exists (select from lab_results r where r.request_panel_id = l.id and r.withdrawn_by = person and r.approved_at is not null)
        and l.requested_at > cares_for.at - interval '60 days' and exists (select from held h where h.permission = 'attendance.laboratory'))
    -- Medicines that another prescribed, that are still to be dispensed and may be, for the pharmacy; not lines that this person opened again.
    or exists (select from prescriptions s join prescribed_drugs d on d.prescription_id = s.id, pharmacy_settings f
      where s.patient_id = patient and s.status in ('pending', 'partially dispensed')
        and not d.is_dispensed and d.cancelled_at is null and d.refused_at is null and d.prescribed_by <> person and d.reopened_by is distinct from person
        and d.prescribed_at > cares_for.at - f.valid_days * interval '1 day' and exists (select from held h where h.permission = 'attendance.pharmacy'));
end;
