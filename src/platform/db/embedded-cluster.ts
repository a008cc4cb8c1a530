import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { totalmem } from 'node:os'
import { basename, join } from 'node:path'
import { ConfigurationError } from '../config.ts'
import { findSecret, keepSecret } from '../secrets.ts'
import type { Account, Binaries } from './embedded-binaries.ts'
import { isAlive } from './embedded-processes.ts'

export interface Cluster {
  /** The server's own files, below the data directory. */
  dir: string
  logDir: string
  account: Account | undefined
  binaries: Binaries
  /** Test mode: nothing survives a power cut, everything is quicker. */
  fast: boolean
}

// On Linux the server is told to use the folder it is started in: it then never walks the path above it, which may be closed to its account.
export const dirArgument = ({ dir, account }: Cluster): string => (account && process.platform === 'linux' ? '/proc/self/cwd' : dir)

export const serverEnvironment = (): NodeJS.ProcessEnv =>
  process.platform === 'win32' ? process.env : { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }

const give = (path: string, account: Account | undefined) => {
  if (account) chownSync(path, account.uid, account.gid)
}

const MB = 1024 * 1024
/** A container may be given less than the machine has. */
const memoryMb = Math.round(Math.min(totalmem(), process.constrainedMemory() || Infinity) / MB)
/** What the tables and indexes of a cluster come to, in MB. */
const tablesMb = (dir: string): number => {
  const base = join(dir, 'base')
  if (!existsSync(base)) return 0
  const files = readdirSync(base, { recursive: true, encoding: 'utf8' })
  return files.reduce((sum, name) => sum + (statSync(join(base, name), { throwIfNoEntry: false })?.size ?? 0), 0) / MB
}

/**
 * A sixteenth of the machine's memory for pages of tables: what is not among them is fetched from the system for each look, which takes ten
 * times as long as the look. No more than twice what the tables come to, for every page costs memory, used or not.
 */
const sharedMb = (dir: string) => {
  const sixteenth = Math.min(1024, Math.max(128, Math.round(memoryMb / 16)))
  return Math.min(sixteenth, Math.max(256, Math.ceil(2 * tablesMb(dir))))
}

// Two cores shared with the web server, under 300 MB together at rest: few processes, no parallel plans, statements and their values never in the log.
const settings = ({ dir, fast, binaries }: Cluster): Record<string, string> => ({
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '.',
  max_connections: '100',
  // The usual sixteenth of the shared memory would be touched whole within minutes, and kept.
  wal_buffers: '4MB',
  max_logical_replication_workers: '0',
  shared_buffers: fast ? '128MB' : `${sharedMb(dir)}MB`,
  effective_cache_size: fast ? '512MB' : `${Math.max(512, Math.round(memoryMb / 4))}MB`,
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  random_page_cost: '1.1',
  jit: 'off',
  ...(binaries.major >= 18 && { io_method: 'sync' }),
  autovacuum_max_workers: '2',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  checkpoint_timeout: '15min',
  max_wal_size: '2GB',
  wal_keep_size: fast ? '0' : '512MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  ...(fast
    ? { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }
    : {
        logging_collector: 'on',
        log_directory: '../logs',
        log_filename: 'postgresql-%Y-%m-%d_%H%M%S.log',
        log_rotation_size: '10MB',
        log_rotation_age: '1d',
      }),
})

const writeSettings = (cluster: Cluster) => {
  const lines = Object.entries(settings(cluster)).map(([name, value]) => `${name} = '${value}'`)
  const path = join(cluster.dir, 'kliniki.conf')
  writeFileSync(path, `# Written anew at every start; your own settings belong in local.conf beside it.\n${lines.join('\n')}\n`)
  give(path, cluster.account)
}

// Without it a power cut could forget the folder's new name while remembering what was written below it.
const settleOnDisk = (folder: string) => {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

// Older servers have no locale of their own that folds letters the same everywhere; the system's comes closest.
const localeOptions = (major: number) =>
  major >= 17 ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : ['--locale=C.UTF-8']

// Nobody without a password, and nobody from elsewhere.
const whoMayConnect = 'host all all 127.0.0.1/32 scram-sha-256\nlocal all all scram-sha-256\n'

const initialise = (cluster: Cluster, dataDir: string, password: string) => {
  const { account, binaries, dir, fast } = cluster
  const draft = mkdtempSync(join(dataDir, `postgres-new-${process.pid}-`))
  const passwordFile = `${draft}.password`
  writeFileSync(passwordFile, password, { mode: 0o600 })
  give(passwordFile, account)
  give(draft, account)
  try {
    const options = [
      '--username=postgres',
      `--pwfile=../${basename(passwordFile)}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      ...localeOptions(binaries.major),
      '--data-checksums',
      ...(fast ? ['--no-sync'] : []),
    ]
    const made = spawnSync(binaries.initdb, [`--pgdata=${dirArgument({ ...cluster, dir: draft })}`, ...options], {
      ...account,
      cwd: draft,
      env: serverEnvironment(),
      encoding: 'utf8',
      windowsHide: true,
    })
    if (made.status !== 0) {
      throw new ConfigurationError(`The database could not be made in ${dataDir}: ${(made.stderr || String(made.error)).trim()}`)
    }
    writeFileSync(join(draft, 'postgresql.conf'), "include 'kliniki.conf'\ninclude_if_exists 'local.conf'\n")
    renameSync(draft, dir)
    settleOnDisk(dataDir)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another process that started at the same moment was quicker: its cluster is as good.
    if (!existsSync(join(dir, 'PG_VERSION'))) throw error
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

const removeUnfinished = (dataDir: string) => {
  for (const name of readdirSync(dataDir)) {
    const maker = /^postgres-new-(\d+)-/.exec(name)?.[1]
    if (maker && !isAlive(Number(maker))) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}

const checkVersion = ({ dir, binaries: { major } }: Cluster) => {
  const version = readFileSync(join(dir, 'PG_VERSION'), 'utf8').trim()
  if (version !== String(major)) {
    throw new ConfigurationError(`The data in ${dir} was written by PostgreSQL ${version}; this program carries PostgreSQL ${major}.`)
  }
}

/** Makes the folders and, the first time, the database cluster itself; afterwards its settings are those of this version. */
export const prepareCluster = (cluster: Cluster, dataDir: string): { password: string; isNew: boolean } => {
  const { account, dir, logDir } = cluster
  const isNew = !existsSync(join(dir, 'PG_VERSION'))
  if (!isNew) checkVersion(cluster)
  if (!isNew && findSecret(dataDir, 'database-superuser') === undefined) {
    throw new ConfigurationError(
      `${join(dataDir, 'secrets', 'database-superuser')} is missing: bring the folder secrets from the machine that ${dir} comes from, or from a backup of the clinic.`,
    )
  }
  const password = keepSecret(dataDir, 'database-superuser')
  // The server's account must be able to pass through, not to look around.
  if (account) chmodSync(dataDir, 0o711)
  mkdirSync(logDir, { recursive: true, mode: 0o700 })
  give(logDir, account)
  if (isNew) {
    removeUnfinished(dataDir)
    initialise(cluster, dataDir, password)
  }
  writeSettings(cluster)
  writeFileSync(join(dir, 'pg_hba.conf'), whoMayConnect)
  return { password, isNew }
}

/** Keeps the newest fourteen log files of the server. */
export const pruneLogs = (logDir: string): void => {
  const logs = readdirSync(logDir).filter((name) => name.startsWith('postgresql-'))
  for (const name of logs.sort().slice(0, -14)) rmSync(join(logDir, name), { force: true })
}
