-- Triage that cannot be skipped: danger signs, a suggested category with its reasons, and when a waiting patient is to be observed again.
-- Implausible values that a person confirmed say who confirmed them, and why.
alter table vital_signs
  add column danger_signs text[],
  add column pews smallint check (pews between 0 and 28),
  add column confirmed jsonb not null default '[]' check (jsonb_typeof(confirmed) = 'array'),
  drop constraint vital_signs_something,
  add constraint vital_signs_something check (num_nonnulls(temperature, pulse, systolic, diastolic, respiration, spo2, on_oxygen, consciousness,
    pain, glucose, height, weight, muac, head_circumference, danger_signs, notes) > 0);
comment on column vital_signs.danger_signs is 'Danger signs that were seen in a child; empty: looked for, none found; null: not looked for.';
comment on column vital_signs.pews is 'The least that the paediatric score comes to: what was not measured counts nothing. Null for adults.';
comment on column vital_signs.confirmed is 'Implausible values that a person confirmed: [{field, value, rule, text, reason, by, at, version}].';

alter table triages
  add column suggested_level smallint check (suggested_level between 1 and 5),
  add column suggestion jsonb not null default '[]' check (jsonb_typeof(suggestion) = 'array'),
  add column level_reason text check (char_length(level_reason) between 1 and 200),
  add column level_suggested smallint check (level_suggested between 1 and 5),
  add column observe_minutes smallint check (observe_minutes > 0),
  add column observed_at timestamptz;
comment on column triages.suggested_level is 'The category that vital signs and danger signs suggest; null where they suggest none.';
comment on column triages.suggestion is 'Why: [{rule, level, text, values, source, is_confirmed}].';
comment on column triages.level_reason is 'Why the category is less urgent than the suggestion of that moment.';
comment on column triages.level_suggested is 'The suggestion when the category was chosen.';
comment on column triages.observe_minutes is 'How often a waiting patient of this category is observed; null where it is continuous or not known.';
comment on column triages.observed_at is 'When the latest vital signs were taken.';

-- Of patients who are here now; what is over needs no observation.
update triages t set observed_at = (select max(s.taken_at) from vital_signs s where s.visit_id = t.visit_id and s.replaced_by is null),
  observe_minutes = case t.level when 2 then 15 when 3 then 30 when 4 then 60 when 5 then 120 end
from visits v where v.id = t.visit_id and v.closed_at is null;

alter table visit_moves add column emergency_reason text check (char_length(emergency_reason) between 1 and 200);
comment on column visit_moves.emergency_reason is 'Why the patient left triage without a category; by whom and when is said by the move.';

alter table lab_results add column confirmed jsonb check (jsonb_typeof(confirmed) = 'object');
comment on column lab_results.confirmed is 'An implausible result that a person confirmed: {rule, text, reason, by, at}.';
