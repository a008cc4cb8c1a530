import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase } from '../../testing/databases/clone.ts'
import { connect } from './connect.ts'
import { applicationRoles, type DbRole } from './logins.ts'
import { asOwner } from './owner.ts'
import { ensureLogins } from './roles.ts'

// Somebody who can put SQL of their own into a connection tries to be more than its login.

let database: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  database = await cloneDatabase()
  // As a start does: a database is made with temporary tables for everybody.
  await ensureLogins(database.url, database.logins)
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
  'create temporary table mine (id integer)',
  'create function pg_temp.mine() returns integer language sql return 1',
  'create domain pg_temp.mine as integer',
  'create schema mine',
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

// What a function that runs as the owner would do for whoever ties it to a table of their own, were temporary tables open to them.
describe('in a database where everybody may make temporary tables', () => {
  let open: Awaited<ReturnType<typeof cloneDatabase>>
  beforeAll(async () => {
    open = await cloneDatabase()
    await asOwner(open.url, (client) =>
      client.query(`with made as (
          insert into patients (first_name, second_name, unique_id, gender) values ('A', 'B', 'P-1', 'female'), ('A', 'B', 'P-2', 'female') returning id
        ), person as (
          insert into users (email, first_name, last_name, role) values ('a@example.org', 'A', 'B', 'doctor') returning id
        )
        insert into patient_merges (from_id, into_id, merged_at, merged_by, fields, was_from, was_into, newest)
          select min(made.id), max(made.id), now(), min(person.id), '{}', '{}', '{}', '{}' from made, person`),
    )
  })
  afterAll(() => open.drop())

  /** What becomes of the last of these statements, or of the first that fails before it. */
  const outcomeOf = async (role: DbRole, ...statements: string[]) => {
    const client = new Client({ connectionString: open.logins[role] })
    await client.connect()
    try {
      await client.query('set default_transaction_read_only = off')
      for (const statement of statements) await client.query(statement)
      return 'done'
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      return code === '42501' ? message : `${code}: ${message}`
    } finally {
      await client.end()
    }
  }

  test.each(applicationRoles)('%s ties no function of the clinic to a table of its own', async (role) => {
    const functions = await asOwner(open.url, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        `select p.oid::regprocedure::text as name from pg_proc p where pronamespace = 'public'::regnamespace and prorettype = 'trigger'::regtype
          and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e') order by 1`,
      )
      return rows.map(({ name }) => name)
    })
    expect(functions.length).toBeGreaterThan(40)
    const tied: string[] = []
    const client = new Client({ connectionString: open.logins[role] })
    await client.connect()
    await client.query('set default_transaction_read_only = off')
    await client.query('create temporary table own (payment_id integer, invoice_id integer, party paying_party, amount numeric)')
    for (const name of functions)
      await client.query(`create trigger mine before insert on own for each row execute function ${name}`).then(
        () => tied.push(name),
        ({ code }: { code?: string }) => code === '42501' || tied.push(`${name}: ${code}`),
      )
    await client.end()
    expect(tied).toEqual([])
  })

  test.each(applicationRoles)('%s pays no bill with allocations of its own', async (role) => {
    const outcome = await outcomeOf(
      role,
      'create temporary table own (payment_id integer, invoice_id integer, party paying_party, amount numeric)',
      `create trigger mine after insert on own referencing new table as inserted for each statement execute function add_allocations()`,
      `insert into own values (1, 1, 'patient', 100)`,
    )
    expect(outcome).toBe('permission denied for function add_allocations')
  })

  const whoRuns = `begin raise exception 'run by %', current_user; end`

  test.each(applicationRoles)('%s has no check of its own run by the owner', async (role) => {
    const outcome = await outcomeOf(
      role,
      `create function pg_temp.checked(numeric) returns boolean language plpgsql as $$ ${whoRuns} $$`,
      'create domain pg_temp.amount as numeric check (pg_temp.checked(value))',
      `create temporary table own (store_id integer, item_id integer, batch_id integer, state stock_state, kind movement_kind, quantity numeric,
        balance pg_temp.amount)`,
      'create trigger mine before insert on own for each row execute function apply_movement()',
      'insert into own (store_id, item_id, batch_id, quantity) values (1, 1, 1, 1)',
    )
    expect(outcome).toBe('permission denied for function apply_movement')
  })

  test('kliniki_app has no trigger of its own run by the owner, whatever it calls its tables', async () => {
    const reached = {
      hanging: [
        'select from rows_that_follow((select max(id) from patient_merges))',
        'select undo_patient_merge((select max(id) from patient_merges), now(), 1)',
      ],
      going: ['select from demonstration_preview()', 'select from remove_demonstration()'],
    }
    for (const [table, calls] of Object.entries(reached)) {
      const made = [
        `create function pg_temp.emptied() returns trigger language plpgsql as $$ ${whoRuns} $$`,
        `create temporary table ${table} (name text, key text, held_by text, id bigint, part bigint, is_new boolean, primary key (name, id, part))`,
        ...['truncate', 'insert', 'update', 'delete'].map(
          (event) => `create trigger ${event}d before ${event} on ${table} for each statement execute function pg_temp.emptied()`,
        ),
      ]
      for (const call of calls) expect(await outcomeOf('kliniki_app', 'begin', ...made, call), `${table}: ${call}`).not.toMatch(/run by/)
    }
  })
})
