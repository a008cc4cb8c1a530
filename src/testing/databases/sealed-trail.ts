import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sealTrail } from '#platform/audit/seal.ts'
import { connect } from '#platform/db/connect.ts'
import type { Embedded } from '#platform/db/embedded.ts'
import { asOwner } from '#platform/db/owner.ts'

const migration = readFileSync(join(import.meta.dirname, '../../../db/migrations/0038_audit_seals.sql'), 'utf8')
const seals = migration.slice(migration.indexOf('create table audit_seals'), migration.indexOf('create index'))

/** Makes an audit trail of 30 rows in a database that has the role kliniki_app alone, seals it, and changes row 20 as its owner. */
export const sealSome = async ({ ownerUrl, logins }: Pick<Embedded, 'ownerUrl' | 'logins'>): Promise<void> => {
  await asOwner(ownerUrl, (client) =>
    client.query(
      `create table users (id integer, first_name text, last_name text);
       create table audit_log (id bigint generated always as identity primary key, at timestamptz not null, actor_id integer, action text not null,
         entity text not null, entity_id bigint, patient_id integer, request_id text not null, ip text, change jsonb);
       ${seals}
       grant select, insert on audit_log, audit_seals, users to kliniki_app;
       grant select on sequence audit_log_id_seq to kliniki_app;
       insert into audit_log (at, action, entity, request_id) select now(), 'read', 'patient', 'r' || n from generate_series(1, 30) n`,
    ),
  )
  const connection = connect(logins.kliniki_app, 'kliniki_app', { max: 1 })
  await sealTrail(connection.db, { now: new Date() })
  await connection.close()
  await asOwner(ownerUrl, (client) => client.query(`update audit_log set action = 'change' where id = 20`))
}
