-- Finished stretches of the audit trail, sealed by a job: each seal holds the root over its rows and the seal before it, so that a row that is
-- changed, removed or added afterwards, by whomever, no longer fits (docs/audit.md). Written once, by the application; never changed.
create table audit_seals (
  number integer primary key check (number > 0),
  from_id bigint not null,
  to_id bigint not null,
  -- How many rows there were, from when to when, and their ids: numbers may be skipped, and what was skipped must not be filled later.
  rows integer not null check (rows > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  ids int8multirange not null,
  sealed_at timestamptz not null,
  -- Of each row, in the order of ids, eight bytes by which verify names the one that was touched.
  fingerprints bytea not null check (octet_length(fingerprints) = 8 * rows),
  root bytea not null check (octet_length(root) = 32),
  previous bytea not null check (octet_length(previous) = 32),
  hash bytea not null check (octet_length(hash) = 32),
  check (from_id <= to_id)
);
alter table audit_seals alter column fingerprints set storage external;
create index audit_seals_at on audit_seals (sealed_at);

-- The log is searched by time, person, record, deed and request, newest first. Nearly every row is a reading, which needs no index of its own
-- to be found among the latest.
drop index audit_log_at;
drop index audit_log_actor;
drop index audit_log_patient;
create index audit_log_at on audit_log (at, id);
create index audit_log_actor on audit_log (actor_id, at, id);
create index audit_log_patient on audit_log (patient_id, at, id) where patient_id is not null;
create index audit_log_entity on audit_log (entity, at, id);
create index audit_log_action on audit_log (action, at, id) where action <> 'read';
create index audit_log_request on audit_log using hash (request_id);

create index login_attempts_failed on login_attempts (at, id) where outcome <> 'signed in';
