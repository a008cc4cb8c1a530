-- Whose address is known to be theirs.
alter table users
  add column is_self_registered boolean not null default false,
  add column email_verified_at timestamptz,
  add column email_code_hash bytea,
  add column email_code_until timestamptz,
  add constraint users_email_code check ((email_code_hash is null) = (email_code_until is null));
comment on column users.is_self_registered is 'Made by a stranger who typed this address, not by the clinic.';
comment on column users.email_verified_at is 'When the code that was sent to this address was typed; null when it never was, or for another address.';
comment on column users.email_code_hash is 'Keyed hash of the code that was sent last, for this account and this address.';
update users u set is_self_registered = true
where created_by is null and exists (select from audit_log a where a.entity = 'user' and a.entity_id = u.id and a.action = 'register');
