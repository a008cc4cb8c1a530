-- How much an account may upload in a day, and withdrawn documents whose content is deleted.

alter table security_settings
  add patient_upload_files integer not null default 30 check (patient_upload_files between 1 and 1000),
  add patient_upload_mb integer not null default 200 check (patient_upload_mb between 1 and 10000),
  add staff_upload_files integer not null default 1000 check (staff_upload_files between 1 and 100000),
  add staff_upload_mb integer not null default 5000 check (staff_upload_mb between 1 and 1000000);
comment on column security_settings.patient_upload_files is 'Files that a patient account may upload in a day.';
comment on column security_settings.patient_upload_mb is 'Megabytes that a patient account may upload in a day.';
comment on column security_settings.staff_upload_files is 'Files that a staff account may upload in a day; without an account, an address.';
comment on column security_settings.staff_upload_mb is 'Megabytes that a staff account may upload in a day; without an account, an address.';

create table upload_usage (
  owner text not null,
  day date not null,
  files integer not null,
  bytes bigint not null,
  primary key (owner, day)
);
create index upload_usage_day on upload_usage (day);
comment on table upload_usage is 'What each account, or address without one, has uploaded on a day. Counted before a file is read; kept for a month.';
comment on column upload_usage.owner is 'The account (`user 12`), or the network of somebody without one.';
comment on column upload_usage.day is 'A day of the clinic.';

alter table medical_records
  add purged_at timestamptz,
  add purged_by integer references users,
  add purge_reason text,
  add constraint medical_records_purged check (
    num_nulls(purged_at, purged_by, purge_reason) in (0, 3) and (purged_at is null or withdrawn_at is not null)
  );
create index medical_records_purged_by on medical_records (purged_by) where purged_by is not null;
comment on column medical_records.purged_at is 'Since then nothing of its content is kept: no bytes, pictures, text or suggestions. The row and the hash of the file stay.';
comment on column medical_records.purge_reason is 'Why the content was deleted.';

create table purged_files (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  record_id integer not null references medical_records,
  purged_at timestamptz not null,
  -- Null until the bytes are gone from the disk, or something else was found to keep the same file.
  removed_at timestamptz
);
create index purged_files_record on purged_files (record_id);
create index purged_files_waiting on purged_files (purged_at) where removed_at is null;
comment on table purged_files is 'Files of purged documents: the document itself, pictures of its pages.';
comment on column purged_files.removed_at is 'When the bytes were removed from the disk, or something else was found to keep the same file.';

-- A purge is made once and stays.
create function keep_purge() returns trigger language plpgsql as $$
begin
  if old.purged_at is not null
    and (old.purged_at, old.purged_by, old.purge_reason, old.file_id, old.withdrawn_at)
      is distinct from (new.purged_at, new.purged_by, new.purge_reason, new.file_id, new.withdrawn_at)
  then raise exception 'A purged document stays purged.' using errcode = '23514', constraint = 'medical_records_purge_kept';
  end if;
  return new;
end $$;
create trigger medical_records_purge_kept before update on medical_records for each row execute function keep_purge();

-- Nothing is read of a purged document any more.
create function refuse_purged() returns trigger language plpgsql as $$
begin
  if exists (select from medical_records r where r.id = new.record_id and r.purged_at is not null)
  then raise exception 'This document was purged.' using errcode = '23514', constraint = 'medical_records_purge_kept';
  end if;
  return new;
end $$;
create trigger medical_record_pages_purged before insert or update on medical_record_pages for each row execute function refuse_purged();
create trigger medical_record_entities_purged before insert on medical_record_entities for each row execute function refuse_purged();
