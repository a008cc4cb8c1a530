-- A portal account is linked with a record when the patient's contact on file, or a second member of staff, has confirmed it.

create type account_confirmation as enum ('contact', 'colleague');

create table account_link_requests (
  id integer primary key generated always as identity,
  patient_id integer not null references patients,
  user_id integer not null references users,
  kind account_link_kind not null,
  requested_at timestamptz not null,
  requested_by integer not null references users,
  differences text[] not null default '{}' check (differences <@ array['name', 'date_of_birth']),
  way account_confirmation not null,
  contacts text[] not null default '{}',
  code_sent_at timestamptz,
  tries smallint not null default 0,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_by integer references users,
  outcome text check (outcome in ('linked', 'refused', 'replaced', 'wrong tries')),
  note text,
  constraint account_link_requests_expires check (expires_at > requested_at),
  constraint account_link_requests_ended check (num_nulls(ended_at, outcome) in (0, 2)),
  constraint account_link_requests_by_another check (way <> 'colleague' or outcome is distinct from 'linked' or ended_by <> requested_by)
);
comment on table account_link_requests is 'A portal account that is to be linked with a record, until the contact on file or a second member of staff confirms it.';
comment on column account_link_requests.requested_by is 'The member of staff who entered the code of the account or printed the slip.';
comment on column account_link_requests.differences is 'What of the account is not as on the record.';
comment on column account_link_requests.way is 'Who confirms: the contact on file by a code, or a second member of staff.';
comment on column account_link_requests.contacts is 'Where the code was sent, with most of it masked.';
comment on column account_link_requests.code_sent_at is 'With the key of the program it makes the code: sending again ends the code before.';
comment on column account_link_requests.tries is 'Wrong codes; the fifth one ends the request.';
comment on column account_link_requests.ended_by is 'The second member of staff, the owner of the account with the code, or who refused.';
create unique index account_link_requests_patient_open on account_link_requests (patient_id) where ended_at is null;
create unique index account_link_requests_user_open on account_link_requests (user_id) where ended_at is null;
create index account_link_requests_patient on account_link_requests (patient_id);
create index account_link_requests_user on account_link_requests (user_id);
create index account_link_requests_requested_by on account_link_requests (requested_by);
create index account_link_requests_ended_by on account_link_requests (ended_by) where ended_by is not null;
insert into patient_tables (name, stays) values
  ('account_link_requests', 'It was compared with the record that goes: it ends, and is made anew for the record that is kept.');

-- A request is ended once; nothing else of it changes but its code and its tries.
create function keep_account_request() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null or (old.patient_id, old.user_id, old.kind, old.requested_at, old.requested_by, old.way)
    is distinct from (new.patient_id, new.user_id, new.kind, new.requested_at, new.requested_by, new.way)
  then raise exception 'A request for a link stays as it was written.' using errcode = '23514', constraint = 'account_link_requests_kept';
  end if;
  return new;
end $$;
create trigger account_link_requests_kept before update on account_link_requests for each row execute function keep_account_request();

-- How a link was confirmed; null: before there were confirmations.
alter table account_links add column request_id integer references account_link_requests;
comment on column account_links.request_id is 'How the link was confirmed; null: before links were confirmed.';
create index account_links_request on account_links (request_id) where request_id is not null;

-- Slips are used by the program, which makes a request of them.
drop function use_link_slip(bytea, date, integer, timestamptz);
