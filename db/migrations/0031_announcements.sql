-- What the clinic tells the people who work in it. A notice stays as it was written; who takes it back says why.
create table announcement_channels (
  id integer primary key generated always as identity,
  name text not null check (char_length(name) between 1 and 60),
  is_active boolean not null default true
);
create unique index announcement_channels_name_key on announcement_channels (lower(name));
insert into announcement_channels (name) values ('General'), ('Clinical'), ('Laboratory'), ('Pharmacy');

create table announcements (
  id integer primary key generated always as identity,
  channel_id integer not null references announcement_channels,
  title text not null check (char_length(title) between 1 and 100),
  content text not null check (char_length(content) between 1 and 2000),
  created_at timestamptz not null,
  created_by integer not null references users,
  -- The last day of the clinic on which it stands; null: until somebody withdraws it.
  expires_on date,
  withdrawn_at timestamptz,
  withdrawn_by integer references users,
  withdraw_reason text check (char_length(withdraw_reason) between 1 and 300),
  version integer not null default 1,
  constraint announcements_withdrawn check ((withdrawn_at is null) = (withdrawn_by is null) and (withdrawn_at is null) = (withdraw_reason is null))
);
create index announcements_channel on announcements (channel_id, id);
create index announcements_created_by on announcements (created_by);
create index announcements_withdrawn_by on announcements (withdrawn_by) where withdrawn_by is not null;
