import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigurationError, readConfig, type Config } from '#platform/config.ts'
import { finishRestore } from '#platform/backup/finish-restore.ts'
import type { Embedded } from '#platform/db/embedded.ts'
import { openDatabase } from '#platform/db/open-database.ts'
import { backupObstacle, foreignOwner } from '#platform/folder-access.ts'
import { tlsOptions, type TlsOptions } from '#platform/http/tls.ts'
import { findPostmaster } from '#platform/db/embedded-postmaster.ts'
import { ownersWork } from '#platform/owner-work/in-process.ts'
import type { OwnersWork } from '#platform/owner-work/orders.ts'
import type { Secrets } from '#platform/secrets.ts'
import { furtherAddresses, ownAddress } from './runtime/addresses.ts'
import { startWebWorkers } from './runtime/cluster.ts'
import type { Task } from './runtime/cluster-messages.ts'
import { requireFreePort } from './runtime/listen.ts'
import { keepCertificate } from './runtime/keep-certificate.ts'
import { freezePrototypes } from '#platform/freeze-prototypes.ts'
import { returnIdleMemory } from '#platform/idle-memory.ts'

freezePrototypes()
returnIdleMemory()

// The process that the others are started by. It alone knows how the owner of the tables signs in; it answers no request.

/** Connections that the web workers share out between them; the embedded database has room for a hundred. */
const CONNECTIONS = 60
const STOP_MS = 45_000

const startedAt = new Date()

const say = (line: string) => process.stdout.write(`${line}\n`)

/** What still holds the program after a start that failed is not waited for any longer. */
const HELD_MS = 2000

const reportError = (error: Error) => process.stderr.write(`${error.message}\n`)

/**
 * Ends the start by itself. While much is being loaded, V8's threads may wait for the main one to collect garbage, and `process.exit`, there,
 * waits for these threads: one start in fifteen on a busy machine never ended (github.com/nodejs/node/issues/54918).
 */
const endStart = (error: Error) => {
  reportError(error)
  process.exitCode = 1
  setTimeout(() => process.exit(1), HELD_MS).unref()
}

const stopAtOnce = (error: Error): never => {
  reportError(error)
  process.exit(1)
}

const startDatabase = (config: Config): Promise<Pick<Embedded, 'ownerUrl' | 'logins' | 'stop'>> => {
  // Of another server the folders alone are swapped; its database was filled before.
  if (config.databaseUrl !== undefined && finishRestore(config.dataDir)) say('Ended a restore that was interrupted')
  return openDatabase(config, { log: say, onLost: stopAtOnce })
}

const browserPart = (isDev: boolean) => {
  const dir = join(import.meta.dirname, isDev ? '../.cache/dev' : '../dist')
  return existsSync(join(dir, 'index.html')) ? dir : undefined
}

const taskOf = (config: Config, logins: Embedded['logins'], secrets: Secrets, tls: TlsOptions | undefined): Task => ({
  port: config.port,
  host: config.host,
  isAlone: config.workers === 1,
  analyserHost: config.analyserHost,
  options: {
    logins,
    dataDir: config.dataDir,
    backups: { dataDir: config.dataDir, backupsDir: config.backupsDir, isEmbedded: config.databaseUrl === undefined },
    secrets,
    tls,
    logger: config.logLevel === 'silent' ? false : { level: config.logLevel },
    metricsToken: config.metricsToken,
    distDir: browserPart(config.isDev),
    isDev: config.isDev,
    trustedProxies: config.trustedProxies,
    publicUrl: config.publicUrl,
    site: { startedAt, workers: config.workers },
    // Rather more than half of a process's connections are for requests; `ServerOptions` names the others.
    poolSize: Math.max(2, Math.min(10, Math.floor((CONNECTIONS / config.workers) * 0.55))),
  },
})

/** What SIGHUP does once people are served. */
let reload: (() => Promise<void>) | undefined

/** What a signal does: until somebody is served, the program ends at once. */
let stop = async (): Promise<void> => process.exit(130)
let isStopping = false

/** From now on a signal lets everybody end what is under way. */
const stopInOrder = (database: Pick<Embedded, 'stop'>, close: () => Promise<void>) => {
  stop = async () => {
    if (isStopping) return
    isStopping = true
    say('Stopping')
    setTimeout(() => process.exit(1), STOP_MS).unref()
    await close()
    await database.stop()
    process.exit(0)
  }
}

interface Serving {
  count: number
  task: Promise<Task>
  asOwner: OwnersWork
  /** Called as soon as the first process serves, with what ends all of them. */
  onServing: (close: () => Promise<void>) => void
}

interface Served {
  port: number
  /** Has every process answer with this certificate from now on. */
  useTls: (tls: TlsOptions) => void
}

/** Starts the processes that answer requests and, where these are several, the one that takes jobs. */
const serve = async ({ count, task, asOwner, onServing }: Serving): Promise<Served> => {
  let jobs: Promise<{ stop(): Promise<void> }> | undefined
  const web = await startWebWorkers({
    count,
    task,
    asOwner,
    say,
    onServing: (close) =>
      onServing(async () => {
        await close()
        await (await jobs?.catch(() => undefined))?.stop()
      }),
  })
  if (count === 1 || isStopping) return web
  try {
    // Only with several of them jobs have a process of their own.
    const { startJobs } = await import('./runtime/start-jobs.ts')
    jobs = startJobs({ task: await task, hasAnalysers: true, asOwner, say })
    await jobs
    return web
  } catch (error) {
    await web.close()
    throw error
  }
}

/** Data, packages and ports of a start by root are root's: another account could not read what this start, or an earlier one, has made. */
const warnRoot = ({ dataDir }: Config) => {
  if (process.getuid?.() !== 0) return
  const owner = foreignOwner(dataDir)
  if (owner)
    say(
      `Warning: ${dataDir} belongs to ${owner}, and what root writes there will not: start Kliniki as ${owner}; before, run: chown -R ${owner} ${dataDir}`,
    )
  else say('Kliniki stays root, because its data and packages belong to root; started as an ordinary user, an attacker could do less harm.')
}

/** What can be told before the database is touched: a port that is taken, certificates that cannot be read. */
const requirePlaces = async (config: Config) => {
  if (config.tlsCert) await tlsOptions(config)
  try {
    await requireFreePort(config)
  } catch (error) {
    // Who starts the same clinic twice is told so by its database.
    if (config.databaseUrl !== undefined || !findPostmaster(join(config.dataDir, 'postgres'))) throw error
  }
}

const warnAhead = (config: Config) => {
  warnRoot(config)
  const noBackups = backupObstacle(config.backupsDir)
  if (noBackups) say(`Warning: ${noBackups}`)
}

const introduce = (config: Config, port: number, isSecure: boolean, introduction: readonly string[]) => {
  say(`Kliniki is ready at ${ownAddress(config, port, isSecure)}`)
  for (const line of [...furtherAddresses(config, port, isSecure), ...introduction]) say(line)
  if (!config.isLoopback && !isSecure) say('Warning: without https, passwords and records cross the network in the clear.')
}

/** Beside the clinic's work: documents stay readable meanwhile, and a start that is ended early is followed by one that goes on. */
const reseal = async (asOwner: OwnersWork) => {
  say('Encrypting documents with the current key in the background')
  try {
    const { resealed } = await asOwner('reseal documents', {})
    say(`All documents are encrypted with the current key (${resealed} were not)`)
  } catch (error) {
    if (!isStopping) say(`Not all documents could be encrypted with the current key; the next start goes on: ${(error as Error).message}`)
  }
}

const run = async () => {
  const config = readConfig(process.env, process.argv.slice(2))
  await requirePlaces(config)
  warnAhead(config)
  // Whatever this process starts need not know it.
  delete process.env['DATABASE_URL']
  const { dataDir, backupsDir, databaseUrl, demoPassword, isDemo } = config
  const database = await startDatabase(config)
  try {
    // Before a database is brought forward for a program that cannot serve it.
    const tls = await tlsOptions(config)
    const asOwner = ownersWork({ ownerUrl: database.ownerUrl, dataDir, backupsDir, databaseUrl })
    const preparing = asOwner('prepare', { isSavedFirst: config.isBackupFirst, isDemo, demoPassword, forPeople: true })
    const task = preparing.then(({ secrets }) => taskOf(config, database.logins, secrets, tls))
    const onServing = (close: () => Promise<void>) => stopInOrder(database, close)
    const { port, useTls } = await serve({ count: config.workers, task, asOwner, onServing })
    const [{ introduction, isToReseal }, { options }] = await Promise.all([preparing, task])
    if (isStopping) return
    const isSecure = options.tls !== undefined
    introduce(config, port, isSecure, introduction)
    reload = keepCertificate({ config, say, use: useTls, first: tls })
    if (isToReseal) void reseal(asOwner)
  } catch (error) {
    // What is being ended fails.
    if (isStopping) return
    await database.stop()
    throw error
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
// Sent by hand or by a service it means to read again what can change; at a terminal it means that the terminal is gone.
process.on('SIGHUP', () => void (process.stdin.isTTY ? stop() : reload?.()))
try {
  await run()
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error
  endStart(error)
}
