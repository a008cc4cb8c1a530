-- Refused requests: the first of a minute is a row of the trail at once, the others are counted here until their minute is summed up.
create table refused_requests (
  who text not null,
  minute timestamptz not null,
  kind text not null,
  call text not null default '',
  refused integer not null default 0 check (refused >= 0),
  primary key (who, minute, kind, call)
);
create index refused_requests_minute on refused_requests (minute);
comment on table refused_requests is 'Refused requests of the last minutes, shared by all processes: what is in the audit trail already, and how many more came. A minute later one row in the trail says it and these go.';
comment on column refused_requests.who is 'account and its id, or network and its address.';
comment on column refused_requests.kind is 'What was refused, where its first row is in the trail already; empty where calls are counted.';
comment on column refused_requests.call is 'The call that is counted; empty where the first row is in the trail.';

-- A demonstration neither counts it nor takes it away.
do $$
begin
  execute replace(pg_get_functiondef('demonstration_tables()'::regprocedure), 'rate_limits,', 'rate_limits,refused_requests,');
end $$;

-- The browsers that have signed in to an account: wrong passwords of others never lock these out.
alter table users add column known_devices bytea[] not null default '{}' check (cardinality(known_devices) <= 20);
comment on column users.known_devices is 'Keyed hashes of the browsers that have signed in to this account, the latest last; forgotten when a one-time password is given.';
update users u set known_devices = d.hashes
from (
  select user_id, array_agg(device_hash order by seen_at) as hashes
  from (
    select user_id, device_hash, max(seen_at) as seen_at, row_number() over (partition by user_id order by max(seen_at) desc) as place
    from sessions group by user_id, device_hash
  ) s where place <= 20 group by user_id
) d where d.user_id = u.id;

-- Whoever signs in is told which sessions had to end for it.
alter table sessions add column ended_others integer not null default 0 check (ended_others >= 0);
comment on column sessions.ended_others is 'How many older sessions of the person ended when this one began, because there were too many.';
