-- Pay first, as in the pharmacy: samples of tests that the patient still owes are not collected.
alter table lab_settings add column pay_first boolean not null default false;
comment on column lab_settings.pay_first is 'Samples of tests that are not paid are collected only with a reason, by a person with the right laboratory.before_payment.';
alter table lab_samples add column unpaid_reason text;
alter table lab_samples add constraint lab_samples_unpaid_reason_check check (char_length(unpaid_reason) between 1 and 300);
comment on column lab_samples.unpaid_reason is 'Why the sample was collected before payment, where the clinic requires payment first; null: it was paid, or no reason was required.';

-- Controls measured by hand belong to no instrument, and their values come from a person.
alter table lab_controls alter column equipment_id drop not null, drop constraint lab_controls_once;
alter table lab_controls add constraint lab_controls_once unique nulls not distinct (equipment_id, panel_id, lot, level);
comment on column lab_controls.equipment_id is 'Null: the test is done by hand.';
alter table lab_control_results
  alter column message_result_id drop not null,
  alter column equipment_id drop not null,
  add column entered_by integer references users (id),
  add column note text not null default '',
  add constraint lab_control_results_from check (num_nonnulls(message_result_id, entered_by) = 1),
  add constraint lab_control_results_of_equipment check (message_result_id is null or equipment_id is not null),
  add constraint lab_control_results_note_check check (char_length(note) <= 300);
drop index lab_control_results_of;
create index lab_control_results_of on lab_control_results (coalesce(equipment_id, 0), panel_id, lot, level, measured_at desc, id desc);
create index lab_control_results_equipment on lab_control_results (equipment_id) where equipment_id is not null;
create index lab_control_results_entered_by on lab_control_results (entered_by) where entered_by is not null;
comment on column lab_control_results.message_result_id is 'The message of the instrument; null: a person entered it.';
comment on column lab_control_results.equipment_id is 'Null: measured by hand.';
comment on column lab_control_results.entered_by is 'Who entered it by hand; null: the instrument sent it.';
comment on column lab_control_results.note is 'What a person says of the measurement: a new reagent, another operator.';
