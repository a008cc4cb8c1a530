import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase } from '../../testing/databases/clone.ts'
import { connect } from './connect.ts'
import type { DbRole } from './logins.ts'

// Somebody who can put SQL of their own into a connection tries to be more than its login.

let database: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  database = await cloneDatabase()
  const app = connect(database.logins.kliniki_app, 'kliniki_app', { max: 1 })
  await sql`insert into patients (first_name, second_name, unique_id, gender) values ('A', 'B', 'P-1', 'female')`.execute(app.db)
  await app.close()
})
afterAll(() => database.drop())

const ways = [
  'set role none',
  'reset role',
  'set session authorization default',
  'reset session authorization',
  'reset all',
  'discard all',
  'set role kliniki',
  'set session authorization kliniki',
  'set role kliniki_app',
  `set session_replication_role = 'replica'`,
  'set row_security = off',
  'set default_transaction_read_only = off',
  `select set_config('role', 'kliniki', false)`,
]

/** Each way that is open is taken, then each thing is tried. */
const triedAfter = async (role: DbRole, statements: readonly string[]) => {
  const client = new Client({ connectionString: database.logins[role] })
  await client.connect()
  const found: [string, string][] = []
  try {
    for (const way of ways) {
      await client.query(way).catch(() => {})
      for (const statement of statements) {
        const outcome = await client.query(statement).then(
          ({ rowCount }) => `done with ${rowCount} rows`,
          (error: { code?: string; message: string }) => error.code ?? error.message,
        )
        if (outcome !== '42501') found.push([`${way}; ${statement}`, outcome])
      }
    }
  } finally {
    await client.end()
  }
  return found
}

const sealed = [
  'update audit_log set actor_id = 1',
  'delete from audit_log',
  'truncate audit_log',
  'alter table audit_log disable trigger all',
  'update audit_seals set rows = rows',
  'delete from audit_seals',
]
const money = [
  'update payments set amount = 0',
  'delete from postings',
  'update receipts set total = total',
  'update invoices set paid_patient = 0',
]
const owning = [
  'drop table patients',
  'create table mine (id integer)',
  'alter role kliniki_read superuser',
  'grant kliniki to kliniki_app',
]

describe('whatever way is tried', () => {
  test('the application changes neither the trail nor its seals nor money', async () => {
    expect(await triedAfter('kliniki_app', [...sealed, ...money, ...owning])).toEqual([])
  })

  test('a patient reads no password hash and no session, and changes neither trail nor money', async () => {
    const secrets = [
      'select password_hash from users',
      'select from sessions',
      'select from second_factors',
      'select from message_settings',
    ]
    expect(await triedAfter('kliniki_portal', [...secrets, ...sealed, ...money, ...owning])).toEqual([])
  })

  test('a patient whom nobody named sees no row of a patient', async () => {
    const found = await triedAfter('kliniki_portal', ['select from patients', 'select from invoices', 'select from audit_log where false'])
    // Where policies are switched off, the question itself is refused.
    expect(found.filter(([, outcome]) => outcome !== 'done with 0 rows')).toEqual([])
  })

  test('whoever reads reports reads no password hash and no trail, and writes nothing', async () => {
    const secrets = ['select password_hash from users', 'select from audit_log', 'select from sessions']
    const writes = [`insert into departments (name) values ('Mine')`, 'update patients set gender = gender', 'delete from visits']
    // While the connection only reads, that is why; a patient's rows are as they were.
    const found = await triedAfter('kliniki_read', [...secrets, ...writes, ...sealed, ...money, ...owning])
    expect(found.filter(([, outcome]) => outcome !== '25006')).toEqual([])
  })
})
