-- What waits for somebody, or has happened for somebody: one row for all who may see it. Who that is follows from its kind, and is looked at
-- whenever it is read.
create table notifications (
  id integer primary key generated always as identity,
  kind text not null check (kind ~ '^[a-z_]{3,40}$'),
  -- Of what it is about, by its kind; 0 where there is one entry for all of it.
  entity_id integer not null,
  -- Null: for everybody who may see the kind.
  user_id integer references users,
  -- Those who cannot do anything about it, because it is their own.
  except_ids integer[] not null default '{}',
  -- Whom it is about; the name is for those who may see patients.
  patient_id integer references patients,
  -- What its sentence is filled with, never a sentence.
  words jsonb not null default '{}' check (jsonb_typeof(words) = 'object'),
  -- How much of it there is: when it grows, it is news again.
  weight bigint not null default 1,
  created_at timestamptz not null,
  -- When somebody dealt with it, or a newer one took its place.
  resolved_at timestamptz
);
-- What stands, stands once.
create unique index notifications_standing on notifications (kind, entity_id, user_id) nulls not distinct where resolved_at is null;
create index notifications_open on notifications (kind, id desc) where resolved_at is null and user_id is null;
create index notifications_kind on notifications (kind, id desc) where user_id is null;
create index notifications_user on notifications (user_id, id desc) where user_id is not null;
create index notifications_patient on notifications (patient_id) where patient_id is not null;
create index notifications_told on notifications (created_at) where user_id is not null;
create index notifications_resolved on notifications (resolved_at) where resolved_at is not null;

create table notification_reads (
  user_id integer not null references users,
  notification_id integer not null references notifications on delete cascade,
  read_at timestamptz not null,
  primary key (user_id, notification_id)
);
create index notification_reads_notification on notification_reads (notification_id);

-- The kinds that somebody does not want to be told of.
create table notification_preferences (
  user_id integer not null references users,
  kind text not null check (kind ~ '^[a-z_]{3,40}$'),
  primary key (user_id, kind)
);
