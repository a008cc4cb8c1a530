-- Whose a document says it is, and what people decided where that is not the record it is in.
alter table medical_records
  add column identity jsonb,
  add column kept_here_at timestamptz,
  add column kept_here_by integer references users,
  add column kept_here_reason text,
  add column kept_here_against jsonb,
  add column moved_at timestamptz,
  add column moved_by integer references users,
  add constraint medical_records_kept_here check (
    (kept_here_at is null) = (kept_here_by is null) and (kept_here_at is null) = (kept_here_reason is null)
      and (kept_here_against is null or kept_here_at is not null)
  ),
  add constraint medical_records_moved check ((moved_at is null) = (moved_by is null));
create index medical_records_kept_here_by on medical_records (kept_here_by) where kept_here_by is not null;
create index medical_records_moved_by on medical_records (moved_by) where moved_by is not null;

comment on column medical_records.identity is 'What its pages say of the patient (names, birth dates, sex, numbers), as the last reading found it; null where it was not looked for.';
comment on column medical_records.kept_here_at is 'When a person decided that it is in the right record although it names another patient; kept_here_reason says why.';
comment on column medical_records.kept_here_against is 'The differences that were decided about: others that a later reading finds have to be decided about again.';
comment on column medical_records.moved_at is 'When it was moved here from the record of another patient; the audit trail says from which.';
