import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { asOwner } from '#platform/db/owner.ts'
import { keepLogins } from '#platform/db/logins.ts'
import { settleKeys } from '#platform/keys/clinic-keys.ts'
import { openSite, runToEnd, type Site } from '../testing/servers/program.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** Another account of this machine, which the program can be started as by root alone. */
const UNPRIVILEGED = 65_534
const isRoot = process.getuid?.() === 0 && process.platform === 'linux'

let site: Site
let root: string
beforeAll(async () => {
  site = await openSite()
  root = mkdtempSync(join(tmpdir(), 'kliniki-wrong-'))
  chmodSync(root, 0o755)
})
afterAll(async () => {
  rmSync(root, { recursive: true, force: true })
  await site.close()
})

const rows = readFileSync(join(import.meta.dirname, '../../docs/wrong-settings.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| |\s*\|$/g, '')) as [string, string])

/** What the page says of a row, as the whole sentence that has to be printed. */
const sentenceOf = (setting: string) => {
  const text = rows.find(([name]) => name === setting)?.[1]
  if (text === undefined) throw new Error(`The page has no row ${setting}`)
  const pattern = text.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${pattern.join('[^]+?')}`)
}

interface Start {
  env: Record<string, string>
  args?: string[]
  /** Starts it as an account that is not root. */
  asAnonymous?: boolean
}
type Prepared = Start & { after?: (() => Promise<unknown>) | (() => void) | undefined }
type Given = Start | (() => Promise<Prepared>)

let count = 0
/** A folder of its own, of the account that it is meant for. */
const folder = (owner = 0) => {
  count += 1
  const dir = join(root, `data-${count}`)
  mkdirSync(dir)
  if (isRoot) chownSync(dir, owner, owner)
  return dir
}
const dataOf = (dir: string, name: string, text = 'x'.repeat(43)) => {
  mkdirSync(join(dir, 'secrets'), { recursive: true, mode: 0o700 })
  writeFileSync(join(dir, 'secrets', name), text, { mode: 0o600 })
}
const urlWith = (change: (url: URL) => void) => {
  const url = new URL(site.databaseUrl)
  // By its port, not by its socket.
  url.search = ''
  change(url)
  return url.href
}
/** The folder of another machine: it knows the logins of the database, and no key. */
const elsewhere = () => {
  const dir = folder()
  keepLogins(dir, site.logins)
  return dir
}
/** A clinic whose keys are kept with `secret`, or in a folder. */
const keysOf = (secret?: string) =>
  asOwner(site.databaseUrl, (client) => client.query('delete from clinic_keys')).then(() =>
    settleKeys({ ownerUrl: site.databaseUrl, dataDir: folder(), secret, columns: [], isWithoutDocuments: false }),
  )
const [one, two] = ['a'.repeat(32), 'b'.repeat(32)]
/** A disk of its own, mounted with these options until the test has ended. */
const disk = (options: string) => {
  const dir = folder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', dir])
  return { dir, after: () => void execFileSync('umount', [dir]) }
}
const embedded = (dir: string) => ({ KLINIKI_DATA: dir, DATABASE_URL: '' })

const onSite = (statement: string) => asOwner(site.databaseUrl, (client) => client.query(statement))

const starts: Record<string, Given> = {
  '`PORT=eighty`': { env: { PORT: 'eighty' } },
  '`PORT=70000`': { env: { PORT: '70000' } },
  '`PORT` of another program': async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    return { env: { PORT: String((other.address() as { port: number }).port) }, after: () => void other.close() }
  },
  '`HOST=203.0.113.7`, which another machine has': { env: { HOST: '203.0.113.7' } },
  '`HOST=clinic.invalid`, a name that does not exist': { env: { HOST: 'clinic.invalid' } },
  '`WEB_WORKERS=0`': { env: { WEB_WORKERS: '0' } },
  '`KLINIKI_DATE=x`, a name that is not known': { env: { KLINIKI_DATE: 'x' } },
  '`npm start -- --dmeo`': { env: {}, args: ['--dmeo'] },
  '`DATABASE_URL=mysql://…`': { env: { DATABASE_URL: 'mysql://a:b@localhost/kliniki' } },
  '`DATABASE_URL` to a port where nothing listens': async () => ({ env: { DATABASE_URL: urlWith((url) => (url.port = '1')) } }),
  '`DATABASE_URL` to a machine that does not exist': async () => ({
    env: { DATABASE_URL: urlWith((url) => (url.hostname = 'database.invalid')) },
  }),
  '`DATABASE_URL` with a wrong password': async () => ({ env: { DATABASE_URL: urlWith((url) => (url.password = 'guessed')) } }),
  '`DATABASE_URL` to a database that is not there': async () => ({ env: { DATABASE_URL: urlWith((url) => (url.pathname = '/nowhere')) } }),
  '`DATABASE_URL` with a role that may not make tables': async () => {
    const admin = urlWith((url) => (url.pathname = '/postgres'))
    const run = (statement: string) => asOwner(admin, (client) => client.query(statement))
    await run(`create role wrong_clerk login password 'of the clinic'`)
    const url = urlWith((changed) => Object.assign(changed, { username: 'wrong_clerk', password: 'of the clinic' }))
    return { env: { DATABASE_URL: url }, after: () => run('drop role wrong_clerk') }
  },
  '`DATABASE_URL` to a clinic of a newer version': async () => {
    await onSite(`insert into schema_migrations (version, name, checksum) values (9999, '9999_newer.sql', 'x')`)
    return { env: {}, after: () => onSite('delete from schema_migrations where version = 9999') }
  },
  '`KLINIKI_TLS_CERT` alone': { env: { KLINIKI_TLS_CERT: '/nowhere/a.pem' } },
  '`KLINIKI_TLS_CERT=/nowhere/a.pem`': { env: { KLINIKI_TLS_CERT: '/nowhere/a.pem', KLINIKI_TLS_KEY: '/nowhere/a.key' } },
  '`KLINIKI_TLS_CERT` that is no certificate': { env: { KLINIKI_TLS_CERT: import.meta.filename, KLINIKI_TLS_KEY: import.meta.filename } },
  '`KLINIKI_HTTP=1` beside a certificate': { env: { KLINIKI_HTTP: '1', KLINIKI_TLS_CERT: '/a.pem', KLINIKI_TLS_KEY: '/a.key' } },
  '`KLINIKI_HTTP=yes`': { env: { KLINIKI_HTTP: 'yes' } },
  '`KLINIKI_SECRET=short`': { env: { KLINIKI_SECRET: 'short' } },
  '`KLINIKI_SECRET` removed': async () => {
    await keysOf(one)
    return { env: { KLINIKI_DATA: elsewhere() } }
  },
  '`KLINIKI_SECRET` changed, the earlier one not named': async () => {
    await keysOf(one)
    return { env: { KLINIKI_DATA: elsewhere(), KLINIKI_SECRET: two } }
  },
  '`KLINIKI_DATA` without its folder `secrets`': async () => {
    await keysOf()
    return { env: { KLINIKI_DATA: elsewhere() } }
  },
  '`KLINIKI_DATA` below a file': async () => {
    const dir = folder()
    writeFileSync(join(dir, 'file'), '')
    return { env: { KLINIKI_DATA: join(dir, 'file', 'data') } }
  },
  '`KLINIKI_METRICS_TOKEN=short`': { env: { KLINIKI_METRICS_TOKEN: 'short' } },
  '`KLINIKI_PUBLIC_URL=clinic`': { env: { KLINIKI_PUBLIC_URL: 'clinic' } },
  '`KLINIKI_PROXIES=9`': { env: { KLINIKI_PROXIES: '9' } },
  '`KLINIKI_LOG=loud`': { env: { KLINIKI_LOG: 'loud' } },
}

/** What needs an account besides root's, or a disk of its own: only root can try it. */
const startsOfRoot: Record<string, Given> = {
  '`PORT=443` as an ordinary user': async () => ({ env: { PORT: '443', KLINIKI_DATA: folder(UNPRIVILEGED) }, asAnonymous: true }),
  '`KLINIKI_DATA` of another user': async () => ({ env: embedded(folder()), asAnonymous: true }),
  '`KLINIKI_DATA` below a folder closed to this user': async () => {
    const dir = folder()
    mkdirSync(join(dir, 'data'))
    chmodSync(dir, 0o700)
    return { env: embedded(join(dir, 'data')), asAnonymous: true }
  },
  '`KLINIKI_DATA` with keys of another user': async () => {
    const dir = folder(UNPRIVILEGED)
    dataOf(dir, 'file-key')
    chownSync(join(dir, 'secrets'), UNPRIVILEGED, UNPRIVILEGED)
    return { env: embedded(dir), asAnonymous: true }
  },
  '`KLINIKI_DATA` with a database of another user': async () => {
    const dir = folder(UNPRIVILEGED)
    mkdirSync(join(dir, 'postgres'))
    chmodSync(join(dir, 'postgres'), 0o777)
    chownSync(join(dir, 'postgres'), 1, 1)
    return { env: embedded(dir), asAnonymous: true }
  },
  '`KLINIKI_DATA` whose owner may not write': async () => {
    const dir = folder(UNPRIVILEGED)
    chmodSync(dir, 0o555)
    return { env: embedded(dir), asAnonymous: true }
  },
  '`KLINIKI_DATA` on a disk mounted for reading only': async () => {
    const { dir, after } = disk('size=1m,ro')
    return { env: embedded(dir), after }
  },
  '`KLINIKI_DATA` on a full disk': async () => {
    const { dir, after } = disk('size=1m')
    mkdirSync(join(dir, 'secrets'))
    try {
      writeFileSync(join(dir, 'everything'), Buffer.alloc(2_000_000))
    } catch {
      // Until nothing more fits.
    }
    return { env: { KLINIKI_DATA: dir }, after }
  },
}

const expectRefused = async (setting: string, given: Given) => {
  const prepared: Prepared = typeof given === 'function' ? await given() : given
  const { env, args, asAnonymous = false, after } = prepared
  try {
    const { code, sentence } = await runToEnd({ ...site.env, ...env }, args, asAnonymous ? UNPRIVILEGED : undefined)
    expect(sentence).toMatch(sentenceOf(setting))
    expect(code).toBe(1)
  } finally {
    await after?.()
  }
}

test.each(Object.entries(starts))('%s', (setting, given) => expectRefused(setting, given))

if (!isRoot) process.stderr.write('SKIPPED: only root can start the program as another account\n')
test.runIf(isRoot).each(Object.entries(startsOfRoot))('%s', (setting, given) => expectRefused(setting, given))

test.runIf(isRoot)('a folder of backups that cannot be written is warned of, with user, owner and command', async () => {
  const backups = folder()
  const env = {
    ...site.env,
    KLINIKI_DATA: folder(UNPRIVILEGED),
    KLINIKI_BACKUPS: join(backups, 'of the clinic'),
    DATABASE_URL: urlWith((url) => (url.port = '1')),
  }
  const { message } = await runToEnd(env, [], UNPRIVILEGED)
  expect(message).toMatch(
    /^Warning: The folder for backups .* cannot be written by the user nobody; .*data-\d+ belongs to root\. Run as root: chown -R nobody .*data-\d+\.\n/,
  )
})

test('every row of the page is tried', () => {
  expect(Object.keys({ ...starts, ...startsOfRoot }).toSorted()).toEqual(rows.map(([setting]) => setting).toSorted())
})
