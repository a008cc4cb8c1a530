-- What each role may do, stated whole and applied after every migration.
grant usage on schema public to kliniki_app, kliniki_portal, kliniki_read;
grant select, insert, update, delete on all tables in schema public to kliniki_app;
grant usage, select on all sequences in schema public to kliniki_app;
grant select on all tables in schema public to kliniki_read;
-- Nobody runs a function unless it is given to them here: PostgreSQL gives each new one to everybody, and one that runs as the owner would let
-- whoever ties it to a table of their own do with the clinic's tables what they may not. Triggers of the clinic's own tables fire all the same.
-- What runs with the rights of whoever calls is given to all logins; functions of extensions and of others stay as their makers have them.
do $$
declare
  routine record;
begin
  for routine in
    select p.oid::regprocedure as name, not p.prosecdef and p.prorettype <> 'trigger'::regtype
      and p.proname <> all ('{find_demonstration,note_demonstration,note_rows_before}') as is_open
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p') and pg_has_role(p.proowner, 'USAGE')
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('revoke execute on routine %s from public, kliniki_app, kliniki_portal, kliniki_read', routine.name);
    if routine.is_open then execute format('grant execute on routine %s to kliniki_app, kliniki_portal, kliniki_read', routine.name); end if;
  end loop;
end $$;
-- Numbers, as the owner: they make sequences and move counters.
grant execute on function next_number, next_numbers, next_document_number to kliniki_app;
grant execute on function value_handed_out to kliniki_app;
-- How many connections there are is for the program's own eyes.
grant execute on function system_sessions to kliniki_app;
-- Two records become one, and two again.
grant execute on function merge_patients, undo_patient_merge, rows_that_follow, rows_since_merge to kliniki_app;
-- What is a demonstration the owner alone says; whoever may write asks to take it away.
grant execute on function demonstration_preview, remove_demonstration to kliniki_app;
-- Who may open what is asked by the program alone.
grant execute on function is_restricted, cares_for, may_open_restricted, hidden_patients, opened_record, restricted_patients, kept_records,
  may_open_bills, opened_bills, find_patients to kliniki_app;
-- Whom a report leaves out is asked by the rows that the reader sees.
grant execute on function not_asked_of, no_bills_asked_of, not_asked_about to kliniki_read;

-- The trail, the moves and everything that money has done are written once.
revoke update, delete on audit_log, audit_seals, visit_moves, login_attempts, journal_entries, postings, receipts, payments, allocations, credit_notes,
  credit_note_items, document_prints, dispense_items, dispense_batches, dispenses, patient_returns, patient_return_items, patient_return_credits,
  prescription_request_remarks, safety_overrides, consultation_addenda, vital_signs, appointment_changes, stock_entries, stock_movements, stock_notes, goods_receipts, goods_receipt_items,
  supplier_returns, supplier_return_items, supplier_bill_items, supplier_payments, supplier_allocations from kliniki_app;
-- A set of vital signs is corrected by another one.
grant update (replaced_by) on vital_signs to kliniki_app;
-- Records of patients are never deleted. Of the tables with rows of patients only these may lose rows: identifiers and insurances that were
-- entered wrongly, what is made of other rows, and what the program wrote by itself.
do $$
declare
  name text;
begin
  for name in select t.name from patient_tables t where t.name <> all ('{patient_identifiers,patient_insurances,patient_search_keys,
    medical_record_pages,medical_record_entities,notifications,assistant_messages}') loop
    execute format('revoke delete on %I from kliniki_app', name);
  end loop;
end $$;
-- The same holds for the rows of these.
revoke delete on patients, users, process_test_requests, company, charges, billing_settings, document_counters, items, price_lists, tax_classes,
  payment_modes, item_drugs, triage_settings, vital_limits, diagnosis_codes, public_bookings, time_off, rooms, message_settings, booking_settings,
  suppliers, stores, stocked_items, item_packs, batches, batch_stock, stock_levels, recalls, transfers, transfer_items, stock_counts,
  stock_count_lines, requisitions, purchase_orders, supplier_bills, purchasing_settings, pharmacy_settings, lab_containers, lab_specimens,
  lab_panels, lab_reference_ranges, lab_profiles, lab_settings, lab_orders, lab_test_results, lab_critical_tries, lab_reports, lab_equipment,
  lab_messages, lab_message_results, lab_equipment_jobs, lab_controls, lab_control_results, announcements, announcement_channels,
  announcement_attachments, announcement_reads, announcement_comments, announcement_groups, letter_templates from kliniki_app;
-- Orders that are pending stay with their visit and who chose them; they are no business of reports and questions.
revoke update on order_drafts from kliniki_app;
grant update (content, orders, key, changed_at, version) on order_drafts to kliniki_app;
revoke select on order_drafts from kliniki_read;
-- Which files were purged stays; only that their bytes are gone is written.
revoke update, delete on purged_files from kliniki_app;
grant update (removed_at) on purged_files to kliniki_app;
-- A dating of a pregnancy stays as it was recorded; that somebody said not to be pregnant is only ever withdrawn.
revoke update, delete on pregnancy_datings from kliniki_app;
revoke update on pregnancy_answers from kliniki_app;
grant update (withdrawn_at, withdrawn_by) on pregnancy_answers to kliniki_app;
-- A letter stays as it was signed.
revoke update on letters from kliniki_app;
-- A call that was made, a report that was printed and what a control measured stay as they were written.
revoke update on lab_critical_tries, lab_reports, lab_control_results from kliniki_app;
-- By whose word results are shown to patients, that they looked, and what they asked for stay as they were.
revoke update, delete on lab_releases, lab_result_reads, prescription_request_lines from kliniki_app;
-- What came over the line stays byte for byte; only what became of it is written.
revoke update on lab_messages from kliniki_app;
grant update (equipment_id, state, answer, problem, times_received, processed_at) on lab_messages to kliniki_app;
-- A result stays with its test, its patient and its revision.
revoke update on lab_results from kliniki_app;
grant update (is_current, observed_at, result, value, comparator, result_kind, rank, unit, entered, flag, range_id, low, high, low_critical, high_critical, range_text,
  previous_id, is_delta_exceeded, comment, origin, confirmed, instrument_comment,
  instrument_flags, entered_at, entered_by, approved_at, approved_by, withdrawn_at, withdrawn_by,
  withdraw_reason, version) on lab_results to kliniki_app;
-- What somebody sent and agreed to without signing in stays as it was; only on whose record it is may change.
revoke update on public_bookings from kliniki_app;
grant update (converted_at, converted_by, taken_over) on public_bookings to kliniki_app;
-- The status of a prescription follows from its lines, by their trigger alone.
revoke update on prescriptions from kliniki_app;
grant update (start_date, note, version) on prescriptions to kliniki_app;
-- What was handed out of a line follows from its portions, by their trigger alone; what was prescribed stays.
revoke insert, update on prescribed_drugs from kliniki_app;
grant insert (prescription_id, patient_id, item_id, directions, structure, dosage, frequency, duration, note, quantity, computed_quantity, ends_on,
  prescribed_at, prescribed_by, written_by, written_on, request_id, is_till_request) on prescribed_drugs to kliniki_app;
grant update (ends_on, cancelled_at, cancelled_by, cancel_reason, refused_at, refused_by, refuse_reason, replaced_by, reopened_by, version)
  on prescribed_drugs to kliniki_app;
-- What came back follows from the returns, by their trigger alone.
revoke insert on dispense_items, dispense_batches from kliniki_app;
grant insert (id, prescribed_drug_id, quantity, dispensed_at, dispensed_by, dispense_id, item_id, units, substitution_reason, batch_reason,
  is_scanned, directions, structure) on dispense_items to kliniki_app;
grant insert (dispense_item_id, item_id, batch_id, units) on dispense_batches to kliniki_app;
-- What is on hand follows from the movements, by their trigger alone; a batch is what it was when it came.
revoke insert, update on batch_stock, stock_levels from kliniki_app;
grant insert (store_id, item_id, minimum, reorder_level, maximum) on stock_levels to kliniki_app;
grant update (minimum, reorder_level, maximum, version) on stock_levels to kliniki_app;
revoke update on batches from kliniki_app;
revoke insert on stock_movements from kliniki_app;
grant insert (entry_id, store_id, item_id, batch_id, state, kind, quantity, happened_at, day) on stock_movements to kliniki_app;
-- What came of an order, and what was paid of a bill, follow from receipts and payments, by their triggers alone.
revoke insert, update on purchase_order_items from kliniki_app;
grant insert (purchase_order_id, item_id, supplier_id, pack_id, pack_units, quantity_purchased, unit_price, tax_rate, date_created)
  on purchase_order_items to kliniki_app;
grant update (supplier_id, pack_id, pack_units, quantity_purchased, unit_price, tax_rate) on purchase_order_items to kliniki_app;
revoke insert, update on supplier_bills from kliniki_app;
grant insert (supplier_id, purchase_order_id, invoice_no, bill_date, due_on, total_cost, tax, note, differences, created_at, created_by)
  on supplier_bills to kliniki_app;
grant update (due_on, note, differences, approved_at, approved_by, approval_reason, cancelled_at, cancelled_by, cancel_reason, version)
  on supplier_bills to kliniki_app;
-- An announcement stays as it was written and for whom; only how long and in which place it stands changes. So do comments.
revoke update on announcements, announcement_groups, announcement_attachments, announcement_reads, announcement_comments from kliniki_app;
grant update (expires_on, is_pinned, withdrawn_at, withdrawn_by, withdraw_reason, version) on announcements to kliniki_app;
grant update (confirmed_at) on announcement_reads to kliniki_app;
grant update (withdrawn_at, withdrawn_by) on announcement_comments to kliniki_app;
-- Who was linked with whom stays; only its end is written.
revoke update, delete on account_links from kliniki_app;
grant update (ended_at, ended_by, end_reason) on account_links to kliniki_app;
revoke update, delete on account_link_slips from kliniki_app;
grant update (tries, used_at, used_by, ended_at, ended_by, end_reason) on account_link_slips to kliniki_app;
-- What was compared and who asked stays; only the code, the tries and the end are written.
revoke update, delete on account_link_requests from kliniki_app;
grant update (contacts, code_sent_at, tries, ended_at, ended_by, outcome, note) on account_link_requests to kliniki_app;
-- Numbers come from their function alone.
revoke insert, update on document_counters from kliniki_app;
-- What is paid and credited follows from the rows above, by their triggers alone; a bill begins as a draft.
revoke insert, update on invoices, charges from kliniki_app;
grant insert (id, visit_id, patient_id, customer_name, insurance_company_id, member_number, description, created_at, source)
  on invoices to kliniki_app;
grant insert (id, invoice_id, item_id, item_name, category, order_kind, order_id, quantity, unit_price, price_source, insurance_company_id,
  co_pay_amount, co_pay_percent, tax_rate, tax_included, discount, waiver, adjustment_reason, adjusted_by, decimals, created_at, created_by,
  source) on charges to kliniki_app;
grant update (number) on receipts, credit_notes to kliniki_app;
grant update (patient_id, visit_id, customer_name, insurance_company_id, member_number, description, number, verification, issued_at, issued_on,
  issued_by, total, tax, discount, rounding, rounding_step, waiver, insurer_total, patient_total, version) on invoices to kliniki_app;
grant update (quantity, unit_price, price_source, insurance_company_id, co_pay_amount, co_pay_percent, tax_rate, tax_included, discount,
  waiver, adjustment_reason, adjusted_by, cancelled_at, cancelled_by, cancel_reason, version) on charges to kliniki_app;
-- The program's own vocabulary and history.
revoke insert, update, delete on permissions, schema_migrations from kliniki_app;

-- What moved between two records is written by the functions that move it.
revoke insert, update, delete on patient_merges, patient_merge_rows, patient_tables from kliniki_app;

-- That a record was restricted, and that somebody opened it in an emergency, stays: only the end and the review are written.
revoke update, delete on patient_restrictions, emergency_accesses from kliniki_app;
grant update (lifted_at, lifted_by, lift_reason) on patient_restrictions to kliniki_app;
grant update (ended_at, reviewed_at, reviewed_by, review) on emergency_accesses to kliniki_app;

-- What somebody asked is deleted by them, never changed.
revoke update on assistant_messages from kliniki_app;
revoke delete on assistant_settings from kliniki_app;

-- Of a backup stays what became of it.
revoke update, delete on backups from kliniki_app;
grant update (name, state, started_at, finished_at, bytes, done_bytes, total_bytes, failure, check_state, checked_at, check_failure, counts)
  on backups to kliniki_app;
revoke insert, delete on backup_settings from kliniki_app;
-- There is one row that says when visits left open are closed.
revoke insert, delete on end_of_day_settings from kliniki_app;
-- Of an export stays who asked for it, and when.
revoke update, delete on clinic_exports from kliniki_app;
grant update (state, finished_at, bytes, rows, documents, missing_documents, done_rows, total_rows, failure, expires_at)
  on clinic_exports to kliniki_app;
-- Which private addresses may be reached is for whoever runs the server.
revoke insert, update, delete on kept_private_addresses from kliniki_app;
-- Who answers requests is handed the keys, and neither reads nor changes how they are kept.
revoke all on clinic_keys from kliniki_app, kliniki_read;
revoke select on kept_private_addresses from kliniki_read;
-- The clinic always has rules for signing in.
revoke delete on security_settings from kliniki_app;

-- That somebody has read something stays; what is told is only ever ended, and goes when it is old or its account is taken off the record.
revoke update on notifications, notification_reads, notification_preferences from kliniki_app;
grant update (words, weight, except_ids, patient_id, resolved_at) on notifications to kliniki_app;

-- An import stays, with what became of its rows; they and its file go when it is old.
revoke delete on imports from kliniki_app;
revoke insert, update, delete on demonstration_rows from kliniki_app;
revoke insert, delete on demonstration from kliniki_app;

-- Readers see no secrets, nobody's conversations, and nothing that no question and no report is about.
revoke select on audit_log, audit_seals, login_attempts, message_opt_outs, public_lab_requests, public_prescription_requests, files, doctor_fees,
  document_prints from kliniki_read;
revoke select on assistant_messages, assistant_settings, message_settings, public_bookings, messages, backups, backup_settings,
  end_of_day_settings from kliniki_read;
revoke select on sessions, refresh_tokens, idempotency_keys, rate_limits, refused_requests, set_up_codes from kliniki_read;
revoke select on security_settings, second_factors, recovery_codes, sign_in_tickets from kliniki_read;
revoke select on notifications, notification_reads, notification_preferences from kliniki_read;
revoke select on announcement_attachments, announcement_reads, announcement_comments from kliniki_read;
revoke select on lab_releases, lab_result_reads, prescription_request_lines from kliniki_read;
revoke select on account_links, account_link_codes, account_link_slips, account_link_requests from kliniki_read;
revoke select on patient_merges, patient_merge_rows from kliniki_read;
revoke select on patient_restrictions, emergency_accesses from kliniki_read;
revoke select on letters, letter_templates, paper_settings from kliniki_read;
revoke select on imports, import_rows, import_keys, clinic_exports from kliniki_read;
revoke select on set_up_steps, demonstration, demonstration_rows from kliniki_read;
revoke select on system_figures, system_disks, system_watch from kliniki_read;
revoke select on upload_usage, purged_files from kliniki_read;
revoke select on users from kliniki_read;
grant select (id, email, first_name, last_name, phone, profession, role, is_active, created_at) on users to kliniki_read;

-- Patients, by row level security (0037_portal_rows.sql): what is recorded of them and may be shown to them.
grant select on account_link_codes, account_links, allergies, allocations, announcement_attachments, announcement_reads, announcements,
  appointment_changes, appointments, assistant_messages, charges, consultation_addenda, consultations, contact_details,
  credit_note_items, credit_notes, deaths, diagnoses, dispense_items, dispenses, document_prints, files, idempotency_keys, invoices,
  lab_critical_calls, lab_orders, lab_releases, lab_reports, lab_result_reads, lab_results, lab_samples, lab_test_request_panels,
  lab_test_requests, lab_test_results, medical_record_entities, medical_record_pages, medical_records, messages, next_of_kin,
  no_known_allergies, notification_preferences, notification_reads, notifications, patient_alerts, patient_identifiers, patient_insurances, patient_medicines,
  patients, payments, pregnancies, pregnancy_answers, prescribed_drugs, prescription_request_lines, prescription_request_remarks, prescriptions, problems,
  process_test_requests, public_bookings, public_lab_requests, public_prescription_requests, receipts, referrals, triages, visit_moves,
  visits, vital_signs, waiting_list to kliniki_portal;
-- Who looked at their record, without from where.
grant select (id, at, actor_id, action, entity, entity_id, patient_id, change) on audit_log to kliniki_portal;
-- Who works here, by name and profession.
grant select (id, first_name, last_name, role, profession, title, registration_number, registration_council, is_active) on users to kliniki_portal;
-- Which medicines may not be asked for again.
grant select (item_id, is_controlled) on stocked_items to kliniki_portal;
-- What the clinic has and offers is nobody's secret.
grant select on announcement_channels, billing_settings, bookable_services, booking_settings, company, departments, diagnosis_codes,
  holidays, insurance_companies, item_drugs, items, lab_containers, lab_panels, lab_profile_panels, lab_profiles, lab_reference_ranges,
  lab_settings, lab_specimens, paper_settings, payment_modes, pharmacy_settings, rooms, schedules, tax_classes to kliniki_portal;
-- What they write themselves.
grant insert on account_link_codes, announcement_reads, assistant_messages, audit_log, contact_details, files, idempotency_keys, lab_reports,
  lab_result_reads, medical_records, next_of_kin, notification_preferences, notification_reads, prescription_request_lines,
  prescription_request_remarks, public_prescription_requests to kliniki_portal;
grant update on account_link_codes, idempotency_keys to kliniki_portal;
grant update (confirmed_at) on announcement_reads to kliniki_portal;
grant update (tel_no, email_address, residence) on contact_details to kliniki_portal;
grant update (first_name, second_name, relationship, contacts, ended_at, ended_by) on next_of_kin to kliniki_portal;
-- An answer to the pharmacy's question brings a request back; a document is read again or withdrawn.
grant update (status, date_changed, version) on public_prescription_requests to kliniki_portal;
grant update (status, error, reading, page_count, pages_read, withdrawn_at, withdrawn_by, withdraw_reason, changed_at, changed_by, version)
  on medical_records to kliniki_portal;
-- How they are reached and what they say of themselves; the version also locks the record while they book.
grant update (phone, email, residence, occupation, language, version) on patients to kliniki_portal;
grant delete on assistant_messages, idempotency_keys, notification_preferences to kliniki_portal;
