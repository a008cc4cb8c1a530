-- Announcements with rich text, files, an audience, a beginning, a mark that they were read, and comments.
alter table announcements
  drop constraint announcements_content_check,
  add constraint announcements_content_check check (char_length(content) between 1 and 24000),
  -- The rich text of which `content` is the plain words; null: it was written as plain text.
  add column document jsonb check (jsonb_typeof(document) = 'object'),
  -- The first day of the clinic on which it stands; null: from when it was written.
  add column starts_on date,
  add column is_pinned boolean not null default false,
  -- Everybody who works here; false: the groups that are named below, if any.
  add column for_staff boolean not null default true,
  add column for_patients boolean not null default false,
  -- Each reader is asked to say that they have read it.
  add column must_confirm boolean not null default false,
  add column allows_comments boolean not null default true,
  -- Whether it waits for those who have not opened it. Who has read what was written before nobody knows: it waits for nobody.
  add column tracks_reads boolean not null default false,
  add constraint announcements_period check (expires_on >= starts_on);
alter table announcements alter column tracks_reads set default true;
create index announcements_pinned on announcements (is_pinned, id);
create index announcements_for_patients on announcements (is_pinned, id) where for_patients and withdrawn_at is null;

alter table announcement_channels add column version integer not null default 1;

create table announcement_groups (
  announcement_id integer not null references announcements,
  group_id integer not null references groups,
  primary key (announcement_id, group_id)
);
create index announcement_groups_group on announcement_groups (group_id);

create table announcement_attachments (
  id integer primary key generated always as identity,
  announcement_id integer not null references announcements,
  file_id integer not null references files,
  created_at timestamptz not null,
  created_by integer not null references users
);
create index announcement_attachments_announcement on announcement_attachments (announcement_id, id);
create index announcement_attachments_file on announcement_attachments (file_id);
create index announcement_attachments_created_by on announcement_attachments (created_by);

-- Who has opened an announcement, when first, and when they said that they have read it.
create table announcement_reads (
  announcement_id integer not null references announcements,
  user_id integer not null references users,
  read_at timestamptz not null,
  confirmed_at timestamptz,
  primary key (announcement_id, user_id)
);
create index announcement_reads_user on announcement_reads (user_id, announcement_id);

create table announcement_comments (
  id integer primary key generated always as identity,
  announcement_id integer not null references announcements,
  content text not null check (char_length(content) between 1 and 1000),
  created_at timestamptz not null,
  created_by integer not null references users,
  withdrawn_at timestamptz,
  withdrawn_by integer references users,
  constraint announcement_comments_withdrawn check ((withdrawn_at is null) = (withdrawn_by is null))
);
create index announcement_comments_announcement on announcement_comments (announcement_id, id);
create index announcement_comments_created_by on announcement_comments (created_by);
create index announcement_comments_withdrawn_by on announcement_comments (withdrawn_by) where withdrawn_by is not null;
