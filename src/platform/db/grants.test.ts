import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase } from '../../testing/databases/clone.ts'
import { connect, type Connection } from './connect.ts'
import { applicationRoles, type DbRole } from './logins.ts'
import { asOwner } from './owner.ts'
import { prepareDatabase } from './prepare.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
const as = {} as Record<DbRole, Connection>
beforeAll(async () => {
  database = await cloneDatabase()
  for (const role of applicationRoles) as[role] = connect(database.logins[role], role, { max: 1 })
})
afterAll(async () => {
  await Promise.all(Object.values(as).map((connection) => connection.close()))
  await database.drop()
})

/** 'done', or the reason why not. */
const tried = async (role: DbRole, text: string) => {
  try {
    await sql.raw(text).execute(as[role].db)
    return 'done'
  } catch (error) {
    return (error as { code?: string }).code === '42501' ? 'not allowed' : String(error)
  }
}

describe('the application', () => {
  const row = `insert into audit_log (at, action, entity, request_id) values (now(), 'read', 'patient', 'r')`
  test('writes the trail and reads it', async () => {
    expect([await tried('kliniki_app', row), await tried('kliniki_app', 'select from audit_log')]).toEqual(['done', 'done'])
  })

  test.each([
    'update audit_log set actor_id = 1',
    'delete from audit_log',
    'truncate audit_log',
    'update audit_seals set rows = rows',
    'delete from audit_seals',
    'truncate audit_seals',
    'alter table audit_seals disable trigger all',
    `update audit_log set change = null where id = 1`,
    'drop index audit_log_at',
    'alter table audit_log add column note text',
    'insert into audit_seals select * from audit_seals on conflict (number) do update set rows = 1',
    'set session_replication_role = replica',
    'alter table audit_log owner to kliniki_app',
    'update login_attempts set outcome = outcome',
    'truncate login_attempts',
    'alter sequence audit_log_id_seq restart',
    'update visit_moves set moved_by = 1',
    'delete from visit_moves',
    'delete from login_attempts',
    'delete from patients',
    'delete from visits',
    'delete from users',
    'delete from allergies',
    `insert into permissions (name) values ('all.things')`,
    'delete from schema_migrations',
    'update public_bookings set consent_text = consent_text',
    'update public_bookings set link_nonce = link_nonce',
    'delete from public_bookings',
    'update appointment_changes set reason = reason',
    'delete from appointments',
    'drop table patients',
    'create table mine (id integer)',
    'alter table audit_log disable trigger all',
  ])('may not: %s', async (text) => {
    expect(await tried('kliniki_app', text)).toBe('not allowed')
  })
})

/** The functions that run as their owner, by who runs them: every other one, and every trigger, is for nobody. */
const given: Readonly<Record<DbRole, readonly string[]>> = {
  kliniki_app: [
    'cares_for',
    'demonstration_preview',
    'find_patients',
    'hidden_patients',
    'is_restricted',
    'kept_records',
    'may_open_bills',
    'may_open_restricted',
    'merge_patients',
    'next_document_number',
    'next_number',
    'next_numbers',
    'opened_bills',
    'opened_record',
    'remove_demonstration',
    'restricted_patients',
    'rows_since_merge',
    'rows_that_follow',
    'system_sessions',
    'undo_patient_merge',
    'value_handed_out',
  ],
  kliniki_portal: [],
  kliniki_read: ['no_bills_asked_of', 'not_asked_about', 'not_asked_of'],
}

const runBy = (who: string) =>
  asOwner(database.url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select distinct proname as name from pg_proc p where pronamespace::regnamespace::text not in ('pg_catalog', 'information_schema')
        and (prosecdef or prorettype = 'trigger'::regtype) and has_function_privilege($1, p.oid, 'execute')
        and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e') order by 1`,
      [who],
    )
    return rows.map(({ name }) => name)
  })

describe('functions that run as the owner, and triggers', () => {
  test.each(applicationRoles)('are run by %s only where they are given to it', async (role) => {
    expect(await runBy(role)).toEqual(given[role])
  })

  test('are for nobody else', async () => {
    expect(await runBy('public')).toEqual([])
  })

  test('are taken back at the next start from whoever was given them', async () => {
    const names = async () => Promise.all([runBy('public'), ...applicationRoles.map(runBy)])
    const before = await names()
    await asOwner(database.url, (client) => client.query('grant execute on all functions in schema public to public'))
    expect((await runBy('public')).length).toBeGreaterThan(50)
    await prepareDatabase(database.url, database.logins)
    expect(await names()).toEqual(before)
    expect(await tried('kliniki_portal', `select set_config('kliniki.leaves_out', 'records', false)`)).toBe('done')
    expect(await tried('kliniki_portal', 'select not_asked_of()')).toBe('not allowed')
  })
})

describe('the reader', () => {
  test('reads what reports need', async () => {
    expect(await tried('kliniki_read', 'select * from patients')).toBe('done')
    expect(await tried('kliniki_read', 'select id, first_name from users')).toBe('done')
  })

  test.each([
    'select password_hash from users',
    'select * from sessions',
    'select * from refresh_tokens',
    'select * from idempotency_keys',
    'select * from set_up_codes',
    ...[
      'audit_log',
      'audit_seals',
      'login_attempts',
      'message_opt_outs',
      'public_lab_requests',
      'public_prescription_requests',
      'files',
      'doctor_fees',
    ].map((table) => `select from ${table}`),
    'select from document_prints',
    'select from letters',
    'select from letter_templates',
    'select from paper_settings',
    'select from assistant_messages',
    `select next_number('patient', 2026)`,
  ])('may not: %s', async (text) => {
    expect(await tried('kliniki_read', text)).toBe('not allowed')
  })

  test('changes nothing, not even by a function', async () => {
    expect(await tried('kliniki_read', 'delete from patients')).not.toBe('done')
    expect(await tried('kliniki_read', 'create temporary table mine (id integer)')).not.toBe('done')
  })
})

/** What the clinic has and offers: the same for whoever looks. */
const offered = [
  'announcement_channels',
  'billing_settings',
  'bookable_services',
  'booking_settings',
  'company',
  'departments',
  'diagnosis_codes',
  'holidays',
  'insurance_companies',
  'item_drugs',
  'items',
  'lab_containers',
  'lab_panels',
  'lab_profile_panels',
  'lab_profiles',
  'lab_reference_ranges',
  'lab_settings',
  'lab_specimens',
  'paper_settings',
  'payment_modes',
  'pharmacy_settings',
  'rooms',
  'schedules',
  'stocked_items',
  'tax_classes',
]

describe('patients', () => {
  test('reach what is offered to everybody, and of everything else only rows that the database guards', async () => {
    const open = await asOwner(database.url, async (client) => {
      const { rows } = await client.query<{ name: string }>(`select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and not relrowsecurity
          and (has_any_column_privilege('kliniki_portal', oid, 'select, insert, update')
            or has_table_privilege('kliniki_portal', oid, 'select, insert, update, delete, truncate')) order by 1`)
      return rows.map(({ name }) => name)
    })
    expect(open).toEqual(offered)
  })

  test('see no row while nobody says who looks', async () => {
    await sql`insert into patients (first_name, second_name, unique_id, gender) values ('A', 'B', 'P-1', 'female')`.execute(
      as.kliniki_app.db,
    )
    expect((await sql`select from patients`.execute(as.kliniki_portal.db)).rows).toEqual([])
    expect((await sql`select from patients`.execute(as.kliniki_app.db)).rows).toHaveLength(1)
    expect((await sql`select from patients`.execute(as.kliniki_read.db)).rows).toHaveLength(1)
  })

  test.each([
    'select password_hash from users',
    'select email from users',
    ...['sessions', 'refresh_tokens', 'message_settings', 'assistant_settings', 'stock_movements', 'prices', 'groups'].map(
      (table) => `select from ${table}`,
    ),
    `update invoices set version = version`,
    `update public_prescription_requests set answer = 'Take ten'`,
    `update medical_records set verified_at = now()`,
    `update prescription_request_remarks set body = ''`,
    `insert into public_lab_requests (note) values ('')`,
    `insert into document_prints (copy) values (1)`,
    `update patients set gender = 'male'`,
    `delete from medical_records`,
    `select next_number('patient', 2026)`,
  ])('may not: %s', async (text) => {
    expect(await tried('kliniki_portal', text)).toBe('not allowed')
  })
})
