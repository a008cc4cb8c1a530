-- What somebody asked, and what was answered: theirs alone, and theirs to delete. `query` is what the question came to, for the next one to
-- follow; `needs` are the rights without which the answer may no longer be read.
create table assistant_messages (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  asked_at timestamptz not null,
  question text not null check (length(question) between 1 and 1000),
  query jsonb,
  reply jsonb not null,
  needs text[] not null default '{}',
  patient_id integer references patients
);
create index assistant_messages_user on assistant_messages (user_id, id desc);
create index assistant_messages_patient on assistant_messages (patient_id) where patient_id is not null;
create index assistant_messages_asked on assistant_messages (asked_at);

-- A language model that may choose from the catalogue of questions: nobody's, until somebody says whose.
create table assistant_settings (
  id integer primary key check (id = 1),
  is_on boolean not null default false,
  url text not null default '' check (length(url) <= 500),
  model text not null default '' check (length(model) <= 200),
  api_key bytea,
  timeout_ms integer not null default 2000 check (timeout_ms between 200 and 10000),
  version integer not null default 1,
  check (not is_on or (url <> '' and model <> ''))
);
insert into assistant_settings (id) values (1);
