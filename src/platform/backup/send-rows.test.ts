import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase } from '../../testing/databases/clone.ts'
import { roomyDir } from '../../testing/databases/roomy-dir.ts'
import { startEmbedded } from '../db/embedded.ts'
import { migrate, readMigrations } from '../db/migrate.ts'
import { asOwner } from '../db/owner.ts'
import { prepareTables } from '../db/prepare.ts'
import { keepSecret } from '../secrets.ts'
import { endLoading } from './empty-database.ts'
import { currentKey } from './keys.ts'
import { isSent, type Manifest, type Sent } from './manifest.ts'
import { openArchive } from './read-archive.ts'
import { restoreBackup } from './restore.ts'
import { takeBackup } from './take-backup.ts'
import { writeArchive } from './write-archive.ts'

const migrations = join(import.meta.dirname, '../../../db/migrations')
const sums = {
  'rows written': { tables: ['audit_log'], select: 'select sum(entity_id) from audit_log' },
  'of a later version': { tables: ['audit_seals'], select: 'select count(*) from audit_seals' },
}
const OLD = 3

let root: string
let dataDir: string
let into: string
let source: Awaited<ReturnType<typeof emptyDatabase>>
let target: Awaited<ReturnType<typeof emptyDatabase>>
let file: string
let manifest: Manifest
let sent: Sent
/** Pairs that were answered as written, and how many were before the backup was begun. */
const written: number[] = []
let before = 0

const ask = <T>(url: string, text: string) => asOwner(url, async (client) => (await client.query(text)).rows as T[])

const pair = (
  n: number,
) => `insert into audit_log (at, action, entity, entity_id, request_id, change) select now(), 'change', 'item', ${n}, 'r${n}',
  '{"note": "\\\\N, two\\nlines and \u202e 🩺", "price": 1.50}' from generate_series(1, 2);`

const write = (url: string, isOver: () => boolean) =>
  asOwner(url, async (client) => {
    for (let n = 1; !isOver(); n += 1) {
      await client.query(`begin; ${pair(n)} select next_number('visit', 2026); commit`)
      written.push(n)
    }
  })

// Whatever order they come in.
const digest = (url: string) =>
  ask(
    url,
    `select (select md5(string_agg(a::text, '|' order by id)) from audit_log a) as trail,
       (select md5(string_agg(k::text, '|' order by key)) from idempotency_keys k) as replies,
       (select md5(string_agg(g::text, '|' order by version)) from schema_migrations g) as migrations, (select sum(points) from rate_limits) as points`,
  )

beforeAll(async () => {
  root = mkdtempSync(join(roomyDir(), 'kliniki-rows-'))
  dataDir = join(root, 'data')
  into = join(root, 'restored')
  ;[source, target] = await Promise.all([emptyDatabase(), emptyDatabase()])
  await prepareTables(source.url, readMigrations(migrations).slice(0, OLD))
  await endLoading(source.url)
  // More than one piece of the archive, and one row that is larger than any.
  await ask(
    source.url,
    `insert into idempotency_keys (actor, key, request_hash, created_at, reply)
       select 'a', 'k' || n, decode(md5(n::text), 'hex'), now(), repeat(md5(n::text), case n when 7 then 80000 else 8 end) from generate_series(1, 8000) n;
     insert into rate_limits (key, points) values ('someone', 3)`,
  )
  mkdirSync(join(dataDir, 'files', 'ab'), { recursive: true })
  writeFileSync(join(dataDir, 'files', 'ab', 'abcdef'), 'a document')
  // As a clinic has it that began with the embedded database.
  keepSecret(dataDir, 'database-superuser')
  let isOver = false
  const writing = write(source.url, () => isOver)
  while (written.length < 20) await sleep(5)
  before = written.length
  const taken = await takeBackup({ dataDir, backupsDir: join(root, 'backups'), databaseUrl: source.url, sums })
  isOver = true
  await writing
  file = join(root, 'backups', taken.name)
  const archive = await openArchive(file, { dataDir })
  manifest = archive.manifest
  await archive.close()
  if (!isSent(manifest.database)) throw new Error('no rows in it')
  sent = manifest.database
})
afterAll(async () => {
  await Promise.all([source.drop(), target.drop()])
  rmSync(root, { recursive: true, force: true })
})

const restore = (from = file) => restoreBackup({ file: from, dataDir: into, databaseUrl: target.url, keysFrom: dataDir, sums })

test('a backup of the rows of an older version, taken while people write, says what it holds', async () => {
  expect(sent.migrations).toHaveLength(OLD)
  expect(sent.tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['users', 'idempotency_keys', 'rate_limits', 'schema_migrations']),
  )
  expect(Object.keys(sent.facts.sums)).toEqual(['rows written'])
  expect(sent.facts.tables['audit_log']!.rows).toBeGreaterThanOrEqual(2 * before)
  expect(readFileSync(file).includes('request_hash')).toBe(false)
  await restoreBackup({ file, dataDir: into, databaseUrl: source.url, keysFrom: dataDir, sums, isDryRun: true })
  expect(() => readdirSync(into)).toThrow('ENOENT')
})

test('one that was altered is refused by name, and leaves a database that Kliniki does not start with', async () => {
  const altered = join(root, 'altered.kbackup')
  const bytes = readFileSync(file)
  const at = manifest.files.find(({ path }) => path === 'database/idempotency_keys.csv')!.at + 40_000
  bytes[at] = bytes[at]! ^ 1
  writeFileSync(altered, bytes)
  await expect(restore(altered)).rejects.toThrow(/piece \d+, in database\/idempotency_keys\.csv/)
  expect(readdirSync(into)).toEqual([])
  expect(await ask(target.url, 'select count(*)::int as rows from idempotency_keys')).toEqual([{ rows: 0 }])
  await expect(migrate(target.url, migrations)).rejects.toThrow('was not brought to its end')
})

test('it is restored over what was left of that: every row of one moment, none half, and numbers go on', async () => {
  await restore()
  expect(await ask(target.url, 'select request_id from audit_log group by 1 having count(*) <> 2')).toEqual([])
  const [found] = await ask<{ rows: number; sum: string }>(
    target.url,
    'select count(*)::int as rows, sum(entity_id)::text as sum from audit_log',
  )
  expect(found).toEqual({ rows: sent.facts.tables['audit_log']!.rows, sum: sent.facts.sums['rows written'] })
  const ids = await ask<{ is_later: boolean }>(
    target.url,
    `with made as (${pair(0).replace(/;$/, ' returning id')}) select min(id) > (select max(id) from audit_log) as is_later from made`,
  )
  expect(ids).toEqual([{ is_later: true }])
  const [number] = await ask<{ number: string }>(target.url, `select next_number('visit', 2026) as number`)
  expect(Number(number!.number.slice(-5))).toBeGreaterThan(found!.rows / 2)
  expect(readFileSync(join(into, 'files', 'ab', 'abcdef'), 'utf8')).toBe('a document')
})

test('it is not restored over a clinic, and files of the embedded database not into another server', async () => {
  const digested = await digest(source.url)
  await expect(restoreBackup({ file, dataDir: into, databaseUrl: source.url, keysFrom: dataDir, sums })).rejects.toThrow(
    'The database is not empty',
  )
  expect(await digest(source.url)).toEqual(digested)
  const copied = join(root, 'copied.kbackup')
  const archive = await writeArchive(copied, currentKey(dataDir), { made_at: '2026-11-22T02:00:00Z', program: '1' })
  const database = { version: '18', start_lsn: '0/0', stop_lsn: '0/0', wal: [], facts: { tables: {}, sums: {} } }
  await archive.finish({ program: '1', started_at: '', finished_at: '', database, folders: [] })
  await expect(restore(copied)).rejects.toThrow('restore it without DATABASE_URL')
})

test('without DATABASE_URL it becomes an embedded database', async () => {
  const folder = join(root, 'embedded')
  await restoreBackup({ file, dataDir: folder, keysFrom: dataDir, sums })
  expect(readdirSync(folder).sort()).toEqual(['files', 'postgres', 'secrets'])
  const server = await startEmbedded({ dataDir: folder, fast: true })
  try {
    const [found] = await ask<{ rows: number }>(server.ownerUrl, 'select count(*)::int as rows from audit_log')
    expect(found?.rows).toBe(sent.facts.tables['audit_log']!.rows)
  } finally {
    await server.stop()
  }
})
