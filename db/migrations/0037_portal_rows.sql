-- What a patient's own account may see, held by the database itself: of every table with rows of patients, the role kliniki_portal has only
-- those of the patient who is named to it (`portalOf`), whatever a query asks for. The rules of each feature's policy.ts stand before this.

create function portal_user() returns integer language sql stable parallel safe
return nullif(current_setting('kliniki.user', true), '')::integer;

create function portal_patient() returns integer language sql stable parallel safe
return nullif(current_setting('kliniki.patient', true), '')::integer;

-- Staff, reports and jobs see all rows, as their grants have it: without a rule of their own they would see none.
create function protect_rows(tables text[]) returns void language plpgsql as $$
declare
  name text;
begin
  foreach name in array tables loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy clinic on %I to kliniki_app, kliniki_read using (true) with check (true)', name);
  end loop;
end $$;

-- Rows that name their patient.
do $$
declare
  name text;
  named text[] := array['account_links', 'allergies', 'appointments', 'contact_details', 'diagnoses', 'dispenses', 'invoices', 'lab_critical_calls', 'lab_result_reads', 'lab_results',
    'lab_samples', 'lab_test_request_panels', 'lab_test_requests', 'medical_record_entities', 'medical_record_pages', 'medical_records',
    'messages', 'next_of_kin', 'patient_identifiers', 'patient_insurances', 'patient_medicines', 'prescribed_drugs', 'prescriptions', 'problems',
    'public_lab_requests', 'public_prescription_requests', 'receipts', 'referrals', 'triages', 'visits', 'vital_signs', 'waiting_list'];
begin
  perform protect_rows(named);
  foreach name in array named loop
    execute format('create policy own on %I to kliniki_portal using (patient_id = portal_patient()) with check (patient_id = portal_patient())', name);
  end loop;
end $$;

-- Alerts are the staff’s own words about a patient: no rule, no row. A note is the doctor’s until it is signed.
select protect_rows(array['patient_alerts', 'consultations']);
create policy own on consultations to kliniki_portal using (patient_id = portal_patient() and signed_at is not null);

select protect_rows(array['patients']);
create policy own on patients to kliniki_portal using (id = portal_patient()) with check (id = portal_patient());

-- Rows that belong to one of those: the select within is held to the rules above.
select protect_rows(array['process_test_requests', 'visit_moves', 'consultation_addenda', 'appointment_changes', 'lab_orders', 'lab_test_results',
  'lab_releases', 'lab_reports', 'prescription_request_remarks', 'prescription_request_lines', 'dispense_items', 'charges', 'credit_notes', 'credit_note_items', 'payments', 'allocations',
  'document_prints', 'files']);
create policy own on process_test_requests to kliniki_portal using (visit_id in (select id from visits));
create policy own on visit_moves to kliniki_portal using (visit_id in (select id from visits));
create policy own on consultation_addenda to kliniki_portal using (consultation_id in (select id from consultations));
create policy own on appointment_changes to kliniki_portal using (appointment_id in (select id from appointments));
create policy own on lab_orders to kliniki_portal using (lab_test_request_id in (select id from lab_test_requests));
create policy own on lab_test_results to kliniki_portal using (lab_test_request_id in (select id from lab_test_requests));
create policy own on lab_releases to kliniki_portal using (lab_test_request_id in (select id from lab_test_requests));
create policy own on lab_reports to kliniki_portal using (process_id in (select id from process_test_requests));
create policy own on prescription_request_remarks to kliniki_portal
  using (public_prescription_request_id in (select id from public_prescription_requests));
create policy own on prescription_request_lines to kliniki_portal
  using (public_prescription_request_id in (select id from public_prescription_requests));
create policy own on dispense_items to kliniki_portal using (prescribed_drug_id in (select id from prescribed_drugs));
create policy own on charges to kliniki_portal using (invoice_id in (select id from invoices));
create policy own on credit_notes to kliniki_portal using (invoice_id in (select id from invoices));
create policy own on credit_note_items to kliniki_portal using (credit_note_id in (select id from credit_notes));
create policy own on payments to kliniki_portal using (receipt_id in (select id from receipts));
create policy own on allocations to kliniki_portal using (invoice_id in (select id from invoices));
create policy own on document_prints to kliniki_portal
  using ((document = 'invoice' and document_id in (select id from invoices)) or (document = 'receipt' and document_id in (select id from receipts))
    or (document = 'credit note' and document_id in (select id from credit_notes)));
-- What the clinic tells its patients.
select protect_rows(array['announcements', 'announcement_attachments']);
create policy own on announcements to kliniki_portal using (for_patients and withdrawn_at is null);
create policy own on announcement_attachments to kliniki_portal using (announcement_id in (select id from announcements));

-- A file is there before what refers to it.
create policy own on files to kliniki_portal
  using (created_by = portal_user() or id in (select file_id from medical_records) or id in (select file_id from public_prescription_requests)
    or id in (select file_id from public_lab_requests) or id in (select file_id from announcement_attachments)
    or id in (select logo_file_id from company))
  with check (created_by = portal_user());

-- Who booked before they had a record is on it now.
select protect_rows(array['public_bookings']);
create policy own on public_bookings to kliniki_portal using (id in (select public_booking_id from appointments));

-- What is the account's own.
do $$
declare
  name text;
  accounts text[] := array['account_link_codes', 'announcement_reads', 'assistant_messages', 'notification_preferences', 'notification_reads',
    'notifications'];
begin
  perform protect_rows(accounts);
  foreach name in array accounts loop
    execute format('create policy own on %I to kliniki_portal using (user_id = portal_user()) with check (user_id = portal_user())', name);
  end loop;
end $$;
select protect_rows(array['idempotency_keys', 'audit_log']);
create policy own on idempotency_keys to kliniki_portal using (actor = 'user ' || portal_user()) with check (actor = 'user ' || portal_user());
create policy own on audit_log for select to kliniki_portal using (patient_id = portal_patient());
create policy own_deeds on audit_log for insert to kliniki_portal with check (actor_id = portal_user());

-- Who works here, by name; of other patients' accounts not even that there are any.
select protect_rows(array['users']);
create policy own on users to kliniki_portal using (role <> 'patient' or id = portal_user());

-- What patients write bears their own name, and is nothing yet that only the clinic can make of it.
create policy by_hand on medical_records as restrictive for insert to kliniki_portal
  with check (created_by = portal_user() and is_from_patient and verified_at is null);
create policy by_hand on public_prescription_requests as restrictive for insert to kliniki_portal
  with check (created_by = portal_user() and status = 'pending' and answer is null);
create policy by_hand on prescription_request_remarks as restrictive for insert to kliniki_portal
  with check (created_by = portal_user() and is_from_patient);
create policy by_hand on next_of_kin as restrictive for insert to kliniki_portal with check (created_by = portal_user());
create policy by_hand on contact_details as restrictive for insert to kliniki_portal with check (created_by = portal_user());
create policy by_hand on lab_reports as restrictive for insert to kliniki_portal with check (printed_by = portal_user());
create policy by_hand on lab_result_reads as restrictive for insert to kliniki_portal with check (user_id = portal_user());

drop function protect_rows;

-- A patient who changes their telephone number is found by the new one; what is searched is the clinic's.
alter function contact_details_search() security definer set search_path = public, pg_temp;
alter function patients_search_update() security definer set search_path = public, pg_temp;
