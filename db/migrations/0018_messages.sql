-- E-mail and SMS to patients about their appointments: never a medical word in them.
create type message_channel as enum ('email', 'sms');
-- queued: waits for its time or its turn. sent: the mail server or gateway took it. delivered: the gateway says that it arrived.
-- failed: given up. skipped: never tried, with the reason.
create type message_state as enum ('queued', 'sending', 'sent', 'delivered', 'failed', 'skipped');

create table message_settings (
  id integer primary key default 1 check (id = 1),
  email_is_on boolean not null default false,
  smtp_host text not null default '',
  smtp_port integer not null default 587 check (smtp_port between 1 and 65535),
  smtp_security text not null default 'starttls' check (smtp_security in ('tls', 'starttls', 'none')),
  smtp_user text not null default '',
  -- Encrypted by the program's own key.
  smtp_password bytea,
  from_name text not null default '',
  from_address text not null default '',
  sms_is_on boolean not null default false,
  sms_url text not null default '',
  sms_method text not null default 'POST' check (sms_method in ('POST', 'GET')),
  sms_format text not null default 'json' check (sms_format in ('json', 'form')),
  -- Names of the gateway's own fields with what goes into each: {to}, {text}, {from}, {id}.
  sms_fields jsonb not null default '{"to": "{to}", "message": "{text}", "from": "{from}"}',
  -- Where the gateway's reply names the message, such as "data.id"; empty when it does not.
  sms_id_path text not null default '',
  -- The value of the Authorization header, encrypted.
  sms_authorization bytea,
  sms_sender text not null default '',
  -- Put before numbers that begin with a 0.
  country_code text not null default '',
  -- Keys the address at which the gateway reports deliveries.
  report_key text not null default '',
  -- Nothing is sent between these hours of the clinic's clock; equal means never quiet.
  quiet_from time not null default '20:00',
  quiet_to time not null default '07:00',
  -- How long before an appointment a reminder goes out, longest first.
  reminder_hours integer[] not null default '{24}',
  version integer not null default 1
);
insert into message_settings default values;

create table message_templates (
  kind text not null,
  channel message_channel not null,
  language text not null,
  -- E-mail alone.
  subject text not null default '',
  body text not null,
  changed_at timestamptz not null,
  changed_by integer references users,
  version integer not null default 1,
  primary key (kind, channel, language)
);
create index message_templates_changed_by on message_templates (changed_by) where changed_by is not null;

create table messages (
  id integer primary key generated always as identity,
  kind text not null,
  channel message_channel not null,
  address text not null,
  language text not null,
  subject text not null default '',
  body text not null,
  patient_id integer references patients,
  -- What it is about, such as ('appointment', 12).
  entity text,
  entity_id integer,
  -- The same message is never queued twice.
  once_key text not null,
  state message_state not null default 'queued',
  -- Why it was skipped or failed.
  reason text not null default '',
  send_after timestamptz not null,
  -- Not worth sending any more after this: a reminder of what has begun.
  send_before timestamptz,
  attempts smallint not null default 0,
  -- What the mail server or gateway calls it.
  provider_id text,
  created_at timestamptz not null,
  created_by integer references users,
  sent_at timestamptz,
  delivered_at timestamptz,
  constraint messages_once_key unique (once_key)
);
create index messages_due on messages (send_after, id) where state in ('queued', 'sending');
create index messages_entity on messages (entity, entity_id, id) where entity is not null;
create index messages_patient on messages (patient_id, id desc) where patient_id is not null;
create index messages_state on messages (state, id desc);
create index messages_provider on messages (provider_id) where provider_id is not null;
create index messages_created_by on messages (created_by) where created_by is not null;

-- Addresses that want no more of it.
create table message_opt_outs (
  channel message_channel not null,
  address text not null,
  opted_out_at timestamptz not null,
  -- Null: by the person's own link or reply.
  opted_out_by integer references users,
  primary key (channel, address)
);
create index message_opt_outs_by on message_opt_outs (opted_out_by) where opted_out_by is not null;
