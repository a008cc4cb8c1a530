-- How people sign in, and for how long: one row, there from the start.
create table security_settings (
  id integer primary key default 1 check (id = 1),
  password_length integer not null default 10 check (password_length between 8 and 64),
  -- Without a key or a pointer for so long, a screen is locked and its session no longer renewed.
  idle_minutes integer not null default 30 check (idle_minutes between 5 and 240),
  -- However busy, a person signs in again after that.
  session_hours integer not null default 12 check (session_hours between 1 and 24),
  version integer not null default 1
);
insert into security_settings default values;

alter table groups add requires_second_factor boolean not null default false;

-- Somebody's authenticator: its secret sealed with the program's own key. One that is being set up waits beside the one in use.
create table second_factors (
  user_id integer primary key references users,
  secret bytea,
  confirmed_at timestamptz,
  -- The time step of the last code that was taken: it and those before are worth nothing any more.
  last_step bigint,
  pending_secret bytea,
  pending_until timestamptz,
  check ((secret is null) = (confirmed_at is null)),
  check ((pending_secret is null) = (pending_until is null))
);

create table recovery_codes (
  code_hash bytea primary key,
  user_id integer not null references second_factors on delete cascade,
  used_at timestamptz
);
create index recovery_codes_user on recovery_codes (user_id);

-- The password was right and the code is still to come: a hash of what the browser shows for it, tied to that browser and that password.
create table sign_in_tickets (
  ticket_hash bytea primary key,
  user_id integer not null references users,
  device_hash bytea not null,
  password_mark bytea not null,
  expires_at timestamptz not null
);
create index sign_in_tickets_user on sign_in_tickets (user_id);
create index sign_in_tickets_expires on sign_in_tickets (expires_at);

-- An administrator took the second factor away: the person is told until they have seen it.
alter table users add second_factor_reset_at timestamptz;
-- Signed in without the second factor that one of the person's groups asks for: the session is good for setting it up, and nothing else.
alter table sessions add second_factor_due boolean not null default false;
