import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cloneDatabase } from '../../testing/databases/clone.ts'
import { connect, type Connection } from '#platform/db/connect.ts'
import { keepLogins } from '#platform/db/logins.ts'
import { sealTrail } from './seal.ts'
import { compareSeals, refuseOneFile } from '../../../tools/audit-verify/seal-file.ts'
import { verifyTrail, verifyWithin } from './verify.ts'

const now = new Date('2026-03-02T07:31:00Z')
let database: Awaited<ReturnType<typeof cloneDatabase>>
let app: Connection
/** What stands above the application: it may do anything. */
let owner: Client
let dir: string

beforeAll(async () => {
  database = await cloneDatabase()
  app = connect(database.logins.kliniki_app, 'kliniki_app', { max: 4 })
  owner = new Client({ connectionString: database.url })
  await owner.connect()
  dir = mkdtempSync(join(tmpdir(), 'kliniki-seals-'))
  keepLogins(dir, database.logins)
})
afterAll(async () => {
  await owner.end()
  await app.close()
  await database.drop()
  rmSync(dir, { recursive: true, force: true })
})

const write = (count: number) =>
  app.pool.query(
    `insert into audit_log (at, actor_id, action, entity, entity_id, patient_id, request_id, ip, change)
     select timestamptz '2026-03-02 07:00+00' + n * interval '1 second', n % 3, 'update', 'patient', n, nullif(n % 4, 0), 'r-' || n,
       case when n % 5 > 0 then '10.0.0.' || n % 5 end, case n % 3 when 0 then null when 1 then 'null' else jsonb_build_object('first_name', jsonb_build_array('A', 'B, "' || n)) end
     from generate_series(1, $1::integer) n`,
    [count],
  )
const seal = () => sealTrail(app.db, { now, patienceMs: 0 })
const verify = () => verifyTrail(app.db, { lanes: 2 })
const found = async () => {
  const { finding } = await verify()
  return finding && [finding.fault, finding.seal, finding.id]
}

/** Runs `npm run audit:verify` against the test's database. */
const run = (...options: string[]) =>
  new Promise<{ code: number; message: string }>((done) => {
    const env = { ...process.env, DATABASE_URL: database.url, KLINIKI_DATA: dir }
    const child = execFile(process.execPath, ['tools/audit-verify.ts', ...options], { env }, (_error, stdout, stderr) =>
      done({ code: child.exitCode ?? -1, message: stdout + stderr }),
    )
  })

beforeEach(async () => {
  await owner.query('truncate audit_log, audit_seals restart identity')
})

describe('three seals', () => {
  beforeEach(async () => {
    for (const count of [5, 1, 8]) {
      await write(count)
      expect(await seal()).toBe(count)
    }
  })

  test('nothing touched, in any zone', async () => {
    expect(await verify()).toEqual({ seals: 3, rows: 14, finding: null })
    await owner.query(
      `set timezone = 'Africa/Nairobi'; set intervalstyle = 'iso_8601'; set bytea_output = 'escape'; set datestyle = 'German'`,
    )
    const inZone = connect(database.logins.kliniki_app, 'kliniki_app', { max: 1 })
    await sql`select set_config('timezone', 'Asia/Kathmandu', false), set_config('extra_float_digits', '0', false)`.execute(inZone.db)
    expect((await verifyTrail(inZone.db)).finding).toBeNull()
    await inZone.close()
  })

  test.each([
    ['a field', `update audit_log set actor_id = 7 where id = 9`, ['changed', 3, 9]],
    ['a name in what was changed', `update audit_log set change = '{"first_name": ["A", "C"]}' where id = 8`, ['changed', 3, 8]],
    ['nothing into a null', `update audit_log set change = 'null' where change is null and id = 3`, ['changed', 1, 3]],
    ['a microsecond', `update audit_log set at = at + interval '1 microsecond' where id = 6`, ['changed', 2, 6]],
    ['text from one column into the next', `update audit_log set action = 'up', entity = 'datepatient' where id = 2`, ['changed', 1, 2]],
    ['a row away', `delete from audit_log where id = 14`, ['removed', 3, 14]],
    ['all rows of a seal away', `delete from audit_log where id = 6`, ['removed', 2, 6]],
    [
      'a row away and another in its place',
      `delete from audit_log where id = 7; insert into audit_log (id, at, action, entity, request_id) overriding system value values (7, now(), 'read', 'patient', 'r')`,
      ['changed', 3, 7],
    ],
    [
      'two rows exchanged',
      `update audit_log a set (at, actor_id, entity_id, patient_id, request_id, ip, change) = (select at, actor_id, entity_id, patient_id, request_id, ip, change from audit_log b where b.id = 6 - a.id) where id in (2, 4)`,
      ['moved', 1, 2],
    ],
    [
      'a row before all others',
      `insert into audit_log (id, at, action, entity, request_id) overriding system value values (-3, now(), 'read', 'patient', 'r')`,
      ['added', null, -3],
    ],
    ['a seal away', `delete from audit_seals where number = 2`, ['seal missing', 2, null]],
    ['the first seal away', `delete from audit_seals where number = 1`, ['seal missing', 1, null]],
    ['a seal’s root', `update audit_seals set root = sha256('x') where number = 3`, ['seal changed', 3, null]],
    ['a seal’s time', `update audit_seals set sealed_at = now() where number = 1`, ['seal changed', 1, null]],
    [
      'a seal’s fingerprints',
      `update audit_seals set fingerprints = decode(repeat('00', 40), 'hex') where number = 1`,
      ['seal changed', 1, null],
    ],
  ])('as superuser, change %s: it is found and named', async (_name, action, expected) => {
    await owner.query(action)
    expect(await found()).toEqual(expected)
  })

  test('a chain that was computed anew from one seal on is told by the seals kept elsewhere', async () => {
    const kept = join(dir, 'kept.txt')
    const first = await run('--export', kept)
    expect(first).toEqual({ code: 0, message: `14 rows in 3 seals, none touched.\n3 seals written to ${kept}.\n` })
    expect(readFileSync(kept, 'utf8').split('\n')).toHaveLength(4)
    const sealed = readFileSync(kept, 'utf8')
    writeFileSync(kept, sealed.slice(0, sealed.indexOf('\n') + 1))
    expect(await compareSeals(app.db, kept)).toEqual({ count: 1, lastCompared: 1, different: undefined })
    writeFileSync(kept, '\n')
    await expect(compareSeals(app.db, kept)).rejects.toThrow('names no seal')
    writeFileSync(kept, sealed)
    symlinkSync(kept, `${kept}.link`)
    expect(() => refuseOneFile(`${kept}.link`, kept)).toThrow('the evidence')
    await owner.query('delete from audit_seals where number > 1; delete from audit_log where id = 9')
    await seal()
    expect((await verify()).finding).toBeNull()
    const against = await run('--from', '2', '--against', kept, '--export', `${kept}.new`)
    expect(against.code).toBe(1)
    expect(against.message).toContain('none touched')
    expect(against.message).toContain(`Seal 2 is not the one in ${kept}, or is gone.\nNo seals were written.`)
    expect([readFileSync(kept, 'utf8'), existsSync(`${kept}.new`)]).toEqual([sealed, false])
    await owner.query('update audit_log set actor_id = 5 where id = 4')
    const changed = await run()
    expect(changed.code).toBe(1)
    expect(changed.message).toMatch(
      /^Row 4 was changed after it was sealed\. It says now: 2026-03-02T07:00:04\.000Z, account \(5\), update patient 4/,
    )
    writeFileSync(kept, 'no seals\n')
    await expect(compareSeals(app.db, kept)).rejects.toThrow('line 1')
  })
})

test('a number that was skipped cannot be filled later', async () => {
  await write(2)
  await owner.query(`select nextval('audit_log_id_seq')`)
  await write(2)
  expect(await seal()).toBe(4)
  expect(await found()).toBeNull()
  await owner.query(
    `insert into audit_log (id, at, action, entity, request_id) overriding system value values (3, now(), 'read', 'patient', 'r')`,
  )
  expect(await found()).toEqual(['added', 1, 3])
})

test('a transaction that wrote earlier and commits later is neither lost nor flagged', async () => {
  const slow = new Client({ connectionString: database.url })
  await slow.connect()
  await slow.query('begin')
  await slow.query(`insert into audit_log (at, action, entity, request_id) values (now(), 'read', 'patient', 'slow')`)
  await write(3)
  expect(await seal()).toBe(0)
  const patient = sealTrail(app.db, { now, patienceMs: 3_000 })
  await sleep(300)
  // It began after the sealer looked: it holds nobody up, and is not part of what is sealed.
  const late = new Client({ connectionString: database.url })
  await late.connect()
  await late.query('begin')
  await late.query(`insert into audit_log (at, action, entity, request_id) values (now(), 'read', 'patient', 'late')`)
  await slow.query('commit')
  expect(await patient).toBe(4)
  await late.query('commit')
  expect(await seal()).toBe(1)
  expect(await verify()).toEqual({ seals: 2, rows: 5, finding: null })
  await slow.end()
  await late.end()
})

test('two sealers at once, while rows arrive: each row is sealed once', async () => {
  await write(500)
  const writing = Array.from({ length: 20 }, () => write(20))
  const sealing = Array.from({ length: 4 }, () => sealTrail(app.db, { now, patienceMs: 2_000 }))
  await Promise.all([...writing, ...sealing])
  await seal()
  expect(await verify()).toMatchObject({ rows: 900, finding: null })
})

test('more rows than one seal holds make several', async () => {
  await write(20_001)
  expect(await seal()).toBe(20_001)
  expect(await verify()).toEqual({ seals: 3, rows: 20_001, finding: null })
  expect(await verifyWithin(app.db, 60_000, 2)).toEqual({ seals: 3, rows: 20_001, finding: null, isWhole: true })
  expect(await verifyWithin(app.db, -1, 2)).toMatchObject({ rows: 0, isWhole: false })
  await owner.query('delete from audit_log where id = 10001')
  expect(await found()).toEqual(['removed', 2, 10_001])
})
