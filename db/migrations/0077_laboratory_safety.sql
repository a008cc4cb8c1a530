-- Reference ranges say where they come from and who of the laboratory confirmed them.
alter table lab_reference_ranges
  add column source text not null default '',
  add column confirmed_at timestamptz,
  add column confirmed_by integer references users (id),
  add constraint lab_reference_ranges_source_check check (char_length(source) <= 500),
  add constraint lab_reference_ranges_confirmed check ((confirmed_at is null) = (confirmed_by is null));
comment on column lab_reference_ranges.source is 'The publication, guideline or own study that the limits are taken from; empty: none is known.';
comment on column lab_reference_ranges.confirmed_at is 'When a person of the laboratory confirmed the range; null: not yet confirmed by the laboratory.';
comment on column lab_reference_ranges.confirmed_by is 'Who confirmed it; who enters or changes a range confirms it by that.';
create index lab_reference_ranges_confirmed_by on lab_reference_ranges (confirmed_by) where confirmed_by is not null;
create index lab_reference_ranges_unconfirmed on lab_reference_ranges (panel_id) where confirmed_at is null;
-- What a person of the laboratory entered is the laboratory's own; what the starter brought is not.
update lab_reference_ranges set confirmed_at = created_at, confirmed_by = created_by where created_by is not null;

-- What an instrument said beside a result stays with the result.
alter table lab_results
  add column instrument_comment text not null default '',
  add column instrument_flags text not null default '',
  add constraint lab_results_instrument_check check (char_length(instrument_comment) <= 1000 and char_length(instrument_flags) <= 60);
comment on column lab_results.instrument_comment is 'Comments of the instrument on the result or its sample (ASTM C records, HL7 NTE); for staff, never printed.';
comment on column lab_results.instrument_flags is 'Abnormal flags as the instrument sent them, separated by spaces.';
alter table lab_message_results add column comment text not null default '';
comment on column lab_message_results.comment is 'Comments of the instrument on the result or its sample.';

-- Two people by default. A choice that somebody made, which the trail holds, stays as it is.
alter table lab_settings alter column approver_must_differ set default true;
update lab_settings set approver_must_differ = true
where not approver_must_differ and not exists (
  select from audit_log where entity = 'laboratory settings' and change ? 'approver_must_differ');
