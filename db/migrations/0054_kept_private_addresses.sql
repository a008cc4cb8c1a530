-- From now on outgoing connections reach private addresses only where whoever runs the server lists them. What a clinic has used until now goes on
-- to work: its private addresses, and names that no public name looks like, are kept with their ports.
create table kept_private_addresses (
  host text not null,
  port integer not null check (port between 1 and 65535),
  primary key (host, port)
);
comment on table kept_private_addresses is
  'Private addresses of mail server, SMS gateway, language model and analysers from before such addresses had to be listed; the program adds none.';
comment on column kept_private_addresses.host is 'An address, or a name of the local network, in small letters and without brackets.';
comment on column kept_private_addresses.port is 'The port that it was used with.';

insert into kept_private_addresses (host, port)
select distinct lower(trim(both '[]' from host)), port
from (
  select smtp_host, smtp_port from message_settings
  union all
  select substring(url from '^https?://(\[[^]]+\]|[^/:?#]+)'),
    coalesce(substring(url from '^https?://(?:\[[^]]+\]|[^/:?#]+):(\d{1,5})')::integer, case when url like 'https:%' then 443 else 80 end)
  from (select sms_url as url from message_settings union all select url from assistant_settings) urls
  union all
  select host, port from lab_equipment where connection = 'connect'
) used (host, port)
where port between 1 and 65535
  and (
    host ~ '^\d+\.\d+\.\d+\.\d+$'
    or host ~ ':'
    or host ~* '^[a-z0-9_-]+$'
    or host ~* '\.(local|lan|internal|home|localhost)$'
  );
