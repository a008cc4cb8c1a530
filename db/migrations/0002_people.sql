create type user_role as enum ('patient', 'sysadmin', 'receptionist', 'nurse', 'doctor', 'labtech', 'lab_manager', 'pharmacist',
  'cashier', 'accountant', 'storekeeper', 'procurement', 'records');

create table users (
  id integer primary key generated always as identity,
  email text not null check (email = lower(email)),
  password_hash text,
  first_name text not null,
  last_name text not null,
  phone text,
  profession text,
  date_of_birth date,
  role user_role not null,
  is_active boolean not null default true,
  -- Grows with every change of what the person may do, so that a cached set of rights is known to be stale.
  rights_version integer not null default 1,
  must_change_password boolean not null default false,
  -- A one-time password that was not used by then signs nobody in.
  one_time_until timestamptz,
  preferences jsonb not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by integer references users,
  disabled_at timestamptz,
  -- The form in which lists are sorted by name.
  sort_name text collate "C" generated always as (search_fold(last_name || ' ' || first_name)) stored,
  constraint users_email_key unique (email),
  check (one_time_until is null or must_change_password)
);
create index users_sort_name on users (sort_name, id);
create index users_search on users using gin (search_fold(first_name || ' ' || last_name || ' ' || email) gin_trgm_ops);
create index users_created_by on users (created_by);
create index users_role on users (role);

create table permissions (
  id integer primary key generated always as identity,
  name text not null unique
);
create table groups (
  id integer primary key generated always as identity,
  name text not null,
  is_seeded boolean not null default false,
  version integer not null default 1
);
create unique index groups_name_key on groups (lower(name));
create table group_permissions (
  group_id integer not null references groups on delete cascade,
  permission text not null references permissions (name),
  primary key (group_id, permission)
);
create index group_permissions_permission on group_permissions (permission);
create table user_groups (
  user_id integer not null references users,
  group_id integer not null references groups,
  primary key (user_id, group_id)
);
create index user_groups_group on user_groups (group_id);

-- Rights follow at once: whoever is touched gets a new rights_version in the same transaction.
create function touch_rights_of_member() returns trigger language plpgsql as $$
begin
  update users set rights_version = rights_version + 1 where id in (coalesce(new.user_id, 0), coalesce(old.user_id, 0));
  return null;
end $$;
create trigger user_groups_touch after insert or update or delete on user_groups for each row execute function touch_rights_of_member();
create function touch_rights_of_group() returns trigger language plpgsql as $$
begin
  update users set rights_version = rights_version + 1
  where id in (select user_id from user_groups where group_id in (coalesce(new.group_id, 0), coalesce(old.group_id, 0)));
  return null;
end $$;
create trigger group_permissions_touch after insert or update or delete on group_permissions for each row execute function touch_rights_of_group();

create table sessions (
  id uuid primary key,
  user_id integer not null references users,
  device_hash bytea not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  ip text,
  user_agent text
);
create index sessions_user on sessions (user_id) where ended_at is null;
create index sessions_expires on sessions (expires_at);

-- Every refresh token ever given in a session: used once, or the whole session ends.
create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);

-- Sign-ins, good and bad. The e-mail is kept as a hash: a mistyped one is nobody's data.
create table login_attempts (
  id bigint primary key generated always as identity,
  at timestamptz not null,
  email_hash bytea not null,
  user_id integer references users,
  outcome text not null,
  ip text,
  request_id text not null
);
create index login_attempts_at on login_attempts using brin (at);
create index login_attempts_user on login_attempts (user_id, id);
