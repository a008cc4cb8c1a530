-- The keys that documents and stored passwords are sealed with belong to the clinic and stay with it. What a machine brings, KLINIKI_SECRET or its folder of
-- secrets, only opens them: so the secret can be set, changed or removed without a document becoming unreadable, and a start can tell a wrong one.
create table clinic_keys (
  wrapped_by text not null check (wrapped_by ~ '^(secret|folder):[0-9a-f]{12}$'),
  purpose text not null check (purpose in ('file', 'code')),
  fingerprint text not null,
  wrapped bytea not null,
  is_current boolean not null,
  wrapped_at timestamptz not null default clock_timestamp(),
  resealed_at timestamptz,
  primary key (wrapped_by, purpose, fingerprint)
);
comment on table clinic_keys is
  'The keys of the clinic''s documents and stored passwords, each encrypted with a key that the database does not hold. Only the owner of the tables reads it.';
comment on column clinic_keys.wrapped_by is 'What decrypts the row: a KLINIKI_SECRET or the keys in a folder of secrets, by its fingerprint.';
comment on column clinic_keys.purpose is 'file: documents. code: stored passwords, two-factor secrets and the hashes of one-time codes.';
comment on column clinic_keys.fingerprint is 'Tells keys apart; says nothing of the key.';
comment on column clinic_keys.wrapped is 'The key itself, encrypted (AES-256-GCM).';
comment on column clinic_keys.is_current is 'Encrypts what is new; the others only decrypt what is older.';
comment on column clinic_keys.wrapped_at is 'When the row was written; of several that can decrypt a key the newest is the one in use.';
comment on column clinic_keys.resealed_at is 'Of an older key: when every document that was encrypted with it had been encrypted with the current one.';
