-- A person may say which sample a result is of: where the message names none or the wrong one, or names the patient otherwise.
alter table lab_message_results
  add column part text not null default '',
  add column sample_id integer references lab_samples (id),
  add column sample_chosen_at timestamptz,
  add column sample_chosen_by integer references users (id),
  add column sample_reason text not null default '',
  add constraint lab_message_results_chosen check ((sample_id is null) = (sample_chosen_at is null) and (sample_id is null) = (sample_chosen_by is null));
comment on column lab_message_results.part is 'Which part of another result it is, such as the Ct of a probe: never entered; empty for a result of its own.';
comment on column lab_message_results.sample_id is 'The sample that a person chose for it; null: the one that the message names.';
comment on column lab_message_results.sample_reason is 'Why it is that of the sample although the message names another patient; empty where the two agree.';
create index lab_message_results_sample on lab_message_results (sample_id) where sample_id is not null;
create index lab_message_results_chosen_by on lab_message_results (sample_chosen_by) where sample_chosen_by is not null;
