import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAdministrator } from '#features/users/public.ts'
import { keepLogins } from '#platform/db/logins.ts'
import { sealTrail } from '#platform/audit/seal.ts'
import { verifyTrail } from '#platform/audit/verify.ts'
import { passwordFits } from '#platform/auth/passwords.ts'
import { connect } from '#platform/db/connect.ts'
import { asOwner } from '#platform/db/owner.ts'
import { fileStore, type FileStore } from '#platform/files/store.ts'
import { cloneDatabase } from '../testing/databases/clone.ts'
import { fingerprint } from '../testing/databases/fingerprint.ts'
import { insertMoney } from '../testing/clinics/money-clinic.ts'
import { fillRecord } from '../testing/patients/whole-record.ts'
import { exportRules as rules } from '../runtime/tables.ts'
import { loadExport } from '#platform/export/load-export.ts'
import { readZip } from '#platform/export/zip-reader.ts'
import { writeExport, type Exported } from '#platform/export/write-export.ts'
import { writeZip } from '#platform/export/zip-writer.ts'

const document = Buffer.from('%PDF-1.7\nWhat somebody brought along: \u202eabc\u202c, 日本, 🩺\n'.repeat(20_000))
const odd = [
  '',
  ' ',
  '"quoted", with a comma',
  'two\nlines\r\nand a third',
  '=HYPERLINK("x")',
  '\\.',
  '\\N',
  'NULL',
  '\u202eright to left\u202c اَلْعَرَبِيَّةُ',
  '👩🏽‍⚕️ e\u0301 ñ 中',
  '\t\u00a0\u2028\u0085',
]

let dir: string
let path: string
let source: Awaited<ReturnType<typeof cloneDatabase>>
let target: Awaited<ReturnType<typeof cloneDatabase>>
let here: FileStore
let there: FileStore
let sent: Exported

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const rowsOf = (url: string, text: string) =>
  asOwner(url, async (client) => (await client.query<Record<string, unknown>>({ text })).rows as Record<string, string>[])
const load = (file: string, more: Partial<Parameters<typeof loadExport>[0]> = {}) =>
  loadExport({ ownerUrl: target.url, files: there, rules, path: file, ...more })

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'kliniki-export-'))
  path = join(dir, 'clinic.zip')
  ;[source, target] = await Promise.all([cloneDatabase(), cloneDatabase()])
  here = fileStore(join(dir, 'here'), Buffer.alloc(32, 1))
  there = fileStore(join(dir, 'there'), Buffer.alloc(32, 2))
  await insertMoney(source.url)
  const [whole] = await rowsOf(
    source.url,
    `insert into patients (unique_id, first_name, second_name, gender) values ('W-1', 'Whole', 'Record', 'female') returning id`,
  )
  await fillRecord(source.url, { patient: Number(whole?.['id']), mark: 'Everything', by: 1, account: 2, count: 2 })
  const kept = await here.put(document)
  await asOwner(source.url, async (client) => {
    await client.query('insert into files (sha256, size, type, name, created_at) values ($1, $2, $3, $4, $5)', [
      kept.sha256,
      kept.size,
      'application/pdf',
      odd[2],
      '2026-03-02T07:30:00.123456Z',
    ])
    for (const [n, text] of odd.entries())
      await client.query(
        `insert into patient_alerts (patient_id, text, recorded_at) select 3, $1 || ' ', timestamptz '2026-03-02 07:30:00.000001Z' + $2 * interval '1 microsecond'`,
        [text || 'x', n],
      )
    await client.query(`update patients set occupation = '', residence = null where id = 4`)
    await client.query(`update patients set occupation = null, residence = $1 where id = 5`, [odd.join('|')])
    await client.query(`update users set password_hash = 'a hash that stays', role = 'sysadmin' where id = 3`)
    await client.query(`insert into user_groups (user_id, group_id) select 3, id from groups where name = 'System administrator'`)
    await client.query(`update message_settings set smtp_password = 'sealed', smtp_host = 'mail.example', email_is_on = true`)
    await client.query('call rebuild_patient_search()')
    await client.query(`select next_number('visit', 2026), next_number('visit', 2026), next_number('patient', 2026)`)
    await client.query(
      `insert into audit_log (at, actor_id, action, entity, entity_id, request_id, change)
       select timestamptz '2026-03-02 07:30:00.000007Z' + n * interval '1 minute', 1, 'change', 'item', n, 'r' || n, jsonb_build_object('note', $1::text, 'price', 1.50)
       from generate_series(1, 40) n`,
      [odd.join('|').replaceAll('\0', '')],
    )
  })
  const app = connect(source.logins.kliniki_app, 'kliniki_app', { max: 1 })
  await sealTrail(app.db, { now: new Date(), patienceMs: 0 })
  await app.close()
  sent = await writeExport({ ownerUrl: source.url, files: here, rules, path })
})
afterAll(async () => {
  await Promise.all([source.drop(), target.drop()])
  rmSync(dir, { recursive: true, force: true })
})

test('only its owner may read the archive, which names what it lacks', () => {
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(sent.facts).toMatchObject({ documents: 1, missing_documents: ['a'.repeat(64)] })
  expect(sent.facts.tables['patients']).toBe(21)
  expect(Object.keys(sent.facts.sums['rows of money posted, by account'] ?? {}).length).toBeGreaterThan(3)
})

test('nothing is written over, and nothing begun that the disk has no room for', async () => {
  const [draft, file] = [join(dir, 'late.zip.unfinished'), join(dir, 'late.zip')]
  await expect(writeZip(path, new Date())).rejects.toThrow(`File ${path} already exists.`)
  writeFileSync(draft, 'of a stopped process', { mode: 0o666 })
  const zip = await writeZip(file, new Date())
  expect(statSync(draft).mode & 0o777).toBe(0o600)
  writeFileSync(file, "somebody else's")
  await expect(zip.finish()).rejects.toThrow('already')
  await zip.abandon()
  expect([readFileSync(file, 'utf8'), existsSync(draft)]).toEqual(["somebody else's", false])
  const full = { ...here, bytes: async () => 1e18 }
  await expect(writeExport({ ownerUrl: source.url, files: full, rules, path: join(dir, 'full.zip') })).rejects.toThrow(
    'Not enough space for an export',
  )
  expect(existsSync(join(dir, 'full.zip.unfinished'))).toBe(false)
})

test('every table leaves or says why it does not, and no column that looks like a secret leaves unseen', async () => {
  const columns = await rowsOf(
    source.url,
    `select c.relname || '.' || a.attname as name, c.relname as table from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
       and a.attname ~ '(password|secret|token|_hash|_key$|sealed)' and a.attname !~ '^sealed_(at|as)$'`,
  )
  const leaving = columns
    .filter(({ name = '', table = '' }) => !(table in rules.leftOut) && !(table in rules.derived) && !(name in rules.leftOutColumns))
    .map(({ name }) => name)
  // A mark of what was typed, keyed; the clinic's own choice; and names of actions.
  expect(new Set(leaving)).toEqual(
    new Set([
      'login_attempts.email_hash',
      'messages.once_key',
      'safety_overrides.warning_key',
      'security_settings.password_length',
      'users.must_change_password',
    ]),
  )
  const tables = (
    await rowsOf(
      source.url,
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
    )
  ).map(({ name = '' }) => name)
  const named = new Set([...Object.keys(rules.leftOut), ...Object.keys(rules.derived), ...rules.filledAtFirst])
  const names = new Set(tables)
  expect([...named].filter((name) => !names.has(name))).toEqual([])
  const sentTables = new Set(Object.keys(sent.facts.tables))
  expect(tables.filter((name) => !sentTables.has(name) && !(name in rules.leftOut) && !(name in rules.derived))).toEqual([])
  const whether = [...names].map((name) => `select '${name}' as name, exists (select from "${name}") as has`).join(' union all ')
  const filled = await rowsOf(target.url, `select name from (${whether}) t where has`)
  expect(filled.filter(({ name = '' }) => !named.has(name))).toEqual([])
})

const spoilt = (name: string, spoil: (bytes: Buffer) => void) => {
  const file = join(dir, name)
  const bytes = readFileSync(path)
  spoil(bytes)
  writeFileSync(file, bytes)
  return file
}

/** The same archive with one file written anew, and its sums with it: whoever altered it meant to. */
const rewritten = async (name: string, change: (text: string) => string) => {
  const [zip, file] = [await readZip(path), join(dir, 'rewritten.zip')]
  rmSync(file, { force: true })
  const out = await writeZip(file, new Date())
  const texts = new Map<string, Buffer>()
  for (const entry of zip.entries) texts.set(entry.name, await buffer(zip.read(entry)))
  await zip.close()
  const before = texts.get(name) ?? Buffer.alloc(0)
  const after = Buffer.from(change(before.toString()))
  const sums = (texts.get('SHA256SUMS') ?? '').toString().replace(sha256(before), sha256(after))
  for (const [one, bytes] of texts) await out.add(one, [one === name ? after : one === 'SHA256SUMS' ? Buffer.from(sums) : bytes])
  await out.finish()
  return file
}

describe('an archive that is not whole', () => {
  test('is refused with the name of what was altered, and leaves the clinic as it was', async () => {
    const before = await fingerprint(target.url)
    const zip = await readZip(path)
    const entries = new Map(zip.entries.map((entry) => [entry.name, entry]))
    await zip.close()
    const pdf = [...entries.keys()].find((name) => name.endsWith('.pdf')) ?? ''
    for (const name of ['data/patients.csv', 'data/stock_movements.csv', 'counts.json', pdf]) {
      const entry = entries.get(name)!
      const file = spoilt('flipped.zip', (bytes) => {
        const at = entry.at + 30 + name.length + 20 + (entry.packedSize >> 1)
        bytes[at] = bytes[at]! ^ 1
      })
      await expect(load(file)).rejects.toThrow(`${name} is not as it was written`)
    }
    const cut = spoilt('cut.zip', () => {})
    truncateSync(cut, sent.bytes - 500)
    await expect(load(cut)).rejects.toThrow('This is no ZIP archive, or its end is missing.')
    await expect(load(join(dir, 'nothing.zip'))).rejects.toThrow('cannot be read')
    expect(await fingerprint(target.url)).toEqual(before)
  })

  test('is refused when it is of another version, or comes to something else', async () => {
    const before = await fingerprint(target.url)
    const older = await rewritten('datapackage.json', (text) => {
      const described = JSON.parse(text) as { kliniki: { migrations: unknown[] } }
      described.kliniki.migrations.pop()
      return JSON.stringify(described)
    })
    await expect(load(older)).rejects.toThrow(/tables as of \d{4}_\w+; here they are as of \d{4}_\w+\. It is older/)
    expect(await fingerprint(target.url)).toEqual(before)
  })
})

/** Runs `npm run import -- clinic` until it says that; then the process is killed. */
const killedAt = (line: string) =>
  new Promise<string>((done, failed) => {
    keepLogins(join(dir, 'killed'), target.logins)
    const env = { ...process.env, DATABASE_URL: target.url, KLINIKI_DATA: join(dir, 'killed') }
    const child = spawn(process.execPath, ['tools/import.ts', 'clinic', path], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let message = ''
    const hear = (text: Buffer) => {
      message += text.toString()
      if (message.includes(line)) child.kill('SIGKILL')
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('error', failed)
    child.on('exit', (_code, signal) => done(`${signal}: ${message}`))
  })

describe('an empty clinic', () => {
  test('stays one when the import is killed', async () => {
    const before = await fingerprint(target.url)
    expect(await killedAt('Reading the tables in')).toMatch(/^SIGKILL: /)
    expect(await fingerprint(target.url)).toEqual(before)
  })

  test('stays one when it would come to something else than was exported', async () => {
    const before = await fingerprint(target.url)
    const fewer = await rewritten('data/patient_alerts.csv', (text) => text.slice(0, text.trimEnd().lastIndexOf('\n') + 1))
    // It waits for the lock until the server has noticed that the one before is gone.
    await expect(load(fewer, { isDryRun: true })).rejects.toThrow('rows of patient_alerts is 10 and was 11')
    expect(await fingerprint(target.url)).toEqual(before)
  })

  test('is not one when somebody has set it up, or works with it', async () => {
    await expect(load(path, { ownerUrl: source.url })).rejects.toThrow('This clinic is not empty')
    await asOwner(target.url, () => expect(load(path)).rejects.toThrow('another program is using the database. Stop it first'))
  })

  test('becomes the one in the archive: every row, sum and document, and goes on from there', async () => {
    let opened: Awaited<ReturnType<typeof openAdministrator>>
    await load(path, { finish: async (client) => void (opened = await openAdministrator(client, undefined, new Date())) })
    const stays = new Set([...Object.keys(rules.leftOut), 'users', 'message_settings', 'search_words', 'search_word_slips'])
    const rows = async (url: string) => (await fingerprint(url)).filter((line) => !stays.has(line.split(' ')[0] ?? ''))
    expect(await rows(target.url)).toEqual(await rows(source.url))
    const trail = `select md5(string_agg(a::text, '|' order by id)) as sum, count(*) from audit_log a`
    expect(await rowsOf(target.url, trail)).toEqual(await rowsOf(source.url, trail))

    expect(await there.get(sha256(document))).toEqual(document)
    expect(await rowsOf(target.url, `select id, occupation, residence from patients where id in (4, 5) order by id`)).toEqual([
      { id: 4, occupation: '', residence: null },
      { id: 5, occupation: null, residence: odd.join('|') },
    ])
    expect(
      await rowsOf(
        target.url,
        `select count(password_hash)::int as hashes, max(email) filter (where password_hash is not null) as of from users`,
      ),
    ).toEqual([{ hashes: 1, of: opened?.email }])
    const [account] = await rowsOf(target.url, `select id, password_hash, must_change_password from users where password_hash is not null`)
    expect(account).toMatchObject({ id: 3, must_change_password: true })
    expect(await passwordFits(account?.['password_hash'] ?? '', opened?.password ?? '')).toBe(true)
    expect(await rowsOf(target.url, 'select smtp_host, smtp_password, email_is_on from message_settings')).toEqual([
      { smtp_host: 'mail.example', smtp_password: null, email_is_on: false },
    ])
  })

  test('numbers go on, names are found, keys hold, triggers fire, and the trail is as it was sealed', async () => {
    const next = `select next_number('visit', 2026) as visit, next_number('patient', 2026) as patient`
    expect(await rowsOf(target.url, next)).toEqual(await rowsOf(source.url, next))
    expect(await rowsOf(target.url, `select count(*)::int as found from patient_search_keys where patient_id = 6`)).not.toEqual([
      { found: 0 },
    ])
    const shape = `select count(*)::int as keys, count(*) filter (where convalidated)::int as valid from pg_constraint where contype = 'f'`
    expect(await rowsOf(target.url, shape)).toEqual(await rowsOf(source.url, shape))
    expect(await rowsOf(target.url, `select count(*)::int as off from pg_trigger where tgenabled <> 'O'`)).toEqual([{ off: 0 }])
    const added = `insert into patients (unique_id, first_name, second_name, gender) values ('N-1', 'Newly', 'Come', 'female') returning id`
    expect(await rowsOf(target.url, added)).toEqual(await rowsOf(source.url, added))
    const app = connect(target.logins.kliniki_app, 'kliniki_app', { max: 1 })
    expect(await verifyTrail(app.db)).toMatchObject({ rows: 40, finding: null })
    await app.close()
  })
})
