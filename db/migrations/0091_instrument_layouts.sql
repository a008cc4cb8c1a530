-- Instruments name the test and the sample in different places of their messages: where is a setting of each.
alter table lab_equipment
  add column preset text,
  add column layout jsonb not null default '{}' check (jsonb_typeof(layout) = 'object');
comment on column lab_equipment.preset is 'The kind of instrument that its layout was taken from (contract-presets.ts of analysers); null: none.';
comment on column lab_equipment.layout is
  'Where its messages have the test, the parts of a result and the number of the sample (MessageLayout); what is left out is in the standard position.';

alter table lab_messages add column line_note text not null default '';
comment on column lab_messages.line_note is 'What was odd on the line while it came, such as frame numbers that started over.';
