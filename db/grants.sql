-- What each role may do, stated whole and applied after every migration.
grant usage on schema public to kliniki_app, kliniki_portal, kliniki_read;
grant select, insert, update, delete on all tables in schema public to kliniki_app;
grant usage, select on all sequences in schema public to kliniki_app;
grant select on all tables in schema public to kliniki_read;
grant execute on all functions in schema public to kliniki_app, kliniki_read;
-- It runs as the owner and makes sequences: for those who may write, not for everybody, as PostgreSQL has it.
revoke execute on function next_number from public, kliniki_read;

-- The trail and the moves are written once.
revoke update, delete on audit_log, visit_moves, login_attempts from kliniki_app;
-- Nobody's record is ever deleted.
revoke delete on patients, visits, users, allergies, patient_alerts, next_of_kin, contact_details, invoices, triages, prescriptions,
  process_test_requests, company from kliniki_app;
-- The program's own vocabulary and history.
revoke insert, update, delete on permissions, schema_migrations from kliniki_app;

-- Readers see no secrets.
revoke select on sessions, refresh_tokens, idempotency_keys, rate_limits, set_up_codes from kliniki_read;
revoke select on users from kliniki_read;
grant select (id, email, first_name, last_name, phone, profession, role, is_active, created_at) on users to kliniki_read;
