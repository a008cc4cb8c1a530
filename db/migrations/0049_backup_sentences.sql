-- Why a backup failed is said in the language of whoever reads it: a sentence in English with places, and the values for them.
alter table backups drop constraint backups_failure_check;
alter table backups drop constraint backups_check_failure_check;
alter table backups
  alter failure type jsonb using case when failure is not null then jsonb_build_object('text', failure, 'values', '{}'::jsonb) end,
  alter check_failure type jsonb using case when check_failure is not null then jsonb_build_object('text', check_failure, 'values', '{}'::jsonb) end;
