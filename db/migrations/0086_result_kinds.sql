-- A quantitative result may be no number: not detected, a range per field, a grade, a titre, or too little sample.
alter table lab_results
  add column result_kind text,
  add column rank numeric,
  add constraint lab_results_kind_check check (result_kind in ('not detected', 'range', 'grade', 'titre', 'insufficient')),
  add constraint lab_results_rank check ((rank is not null) = (coalesce(result_kind, 'insufficient') <> 'insufficient')),
  add constraint lab_results_kind_value check (result_kind is null or value is null),
  drop constraint lab_results_comparator,
  add constraint lab_results_comparator check (comparator is null or value is not null or result_kind = 'titre');
comment on column lab_results.result_kind is 'What a quantitative result is when it is no number; null: a number, or a coded answer or words.';
comment on column lab_results.rank is
  'The place of a result among those of its kind, for flags, changes, charts and questions: 0 of what was not detected, the upper end of a range, 0 (nil) to 5 (plenty) of a grade, the dilution of a titre.';
comment on column lab_results.value is 'The number as it was sent, in the unit of the test; `result` has the decimals of the test.';
