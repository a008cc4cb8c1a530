import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { backupPlace, ConfigurationError, readConfig, type Config } from '#platform/config.ts'
import { finishRestore } from '#platform/backup/finish-restore.ts'
import { takeBackup } from '#platform/backup/take-backup.ts'
import { startEmbedded, type Embedded } from '#platform/db/embedded.ts'
import { prepareDatabase } from '#platform/db/prepare.ts'
import { fileStore } from '#platform/files/store.ts'
import { tlsOptions } from '#platform/http/tls.ts'
import { keepSecret, loadSecrets, type Secrets } from '#platform/secrets.ts'
import { demoPeople, loadDemo, randomPassword } from '../db/seed/load-demo.ts'
import { openAnalysers } from '#features/analysers/index.ts'
import { openSetUp } from '#features/setup/index.ts'
import type { Task } from './cluster-messages.ts'
import { backupSums } from './backup-sums.ts'
import { jobs } from './jobs.ts'
import { listen } from './listen.ts'
import { openServer } from './server.ts'
import { freezePrototypes } from '#platform/freeze-prototypes.ts'

freezePrototypes()

/** Connections that the web workers share out between them; the embedded database has room for a hundred. */
const CONNECTIONS = 60
const STOP_MS = 45_000

const startedAt = new Date()

const say = (line: string) => process.stdout.write(`${line}\n`)

/** What still holds the program after a start that failed is not waited for any longer. */
const HELD_MS = 2000

const tellOf = (error: Error) => process.stderr.write(`${error.message}\n`)

/**
 * Ends the start by itself. While much is being loaded, V8's threads may wait for the main one to collect garbage, and `process.exit`, there,
 * waits for these threads: one start in fifteen on a busy machine never ended (github.com/nodejs/node/issues/54918).
 */
const endStart = (error: Error) => {
  tellOf(error)
  process.exitCode = 1
  setTimeout(() => process.exit(1), HELD_MS).unref()
}

const stopAtOnce = (error: Error): never => {
  tellOf(error)
  process.exit(1)
}

/** Of another server the folders alone are swapped; its database was filled before. */
const restoredWithout = (ownerUrl: string, dataDir: string) => {
  if (finishRestore(dataDir)) say('Ended a restore that was interrupted')
  return { ownerUrl, stop: async () => {} }
}

const startDatabase = async ({ databaseUrl, dataDir }: Config): Promise<Pick<Embedded, 'ownerUrl' | 'stop'>> =>
  databaseUrl ? restoredWithout(databaseUrl, dataDir) : startEmbedded({ dataDir, log: say, onLost: stopAtOnce })

/** Before a clinic is brought up to date; whoever cannot save may say that it is not wanted. */
const saveFirst = async (config: Config) => {
  if (!config.isBackupFirst) return
  say('Saving the clinic before it is brought up to date')
  try {
    const { name } = await takeBackup({ ...backupPlace(config), sums: backupSums })
    say(`Saved as ${join(config.backupsDir, name)}`)
  } catch (error) {
    throw new ConfigurationError(
      `The clinic was not brought up to date, as it could not be saved first (${(error as Error).message}). KLINIKI_BACKUP_FIRST=0 goes on without.`,
    )
  }
}

const addressOf = ({ publicUrl, host, isLoopback }: Config, port: number, isSecure: boolean) =>
  publicUrl ?? `${isSecure ? 'https' : 'http'}://${isLoopback || host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`

/** Fills an empty clinic, or refreshes a demonstration clinic, and says afterwards who can sign in. */
const prepareDemo = async (ownerUrl: string, { dataDir, demoPassword }: Config, secrets: Secrets) => {
  const password = demoPassword ?? keepSecret(dataDir, 'demo-password', randomPassword)
  const files = fileStore(join(dataDir, 'files'), secrets.fileKey)
  await loadDemo(ownerUrl, { now: new Date(), password, files })
  return () => {
    say('This is a demonstration clinic. Sign in as one of these people:')
    for (const { email, name, group } of demoPeople) say(`  ${email.padEnd(46)} ${name}, ${group.toLowerCase()}`)
    say(`All of them have the password ${password}`)
  }
}

const browserPart = (isDev: boolean) => {
  const dir = join(import.meta.dirname, isDev ? '../.cache/dev' : '../dist')
  return existsSync(join(dir, 'index.html')) ? dir : undefined
}

const taskOf = async (config: Config, ownerUrl: string, secrets: Secrets): Promise<Task> => ({
  port: config.port,
  host: config.host,
  options: {
    ownerUrl,
    dataDir: config.dataDir,
    backups: backupPlace(config),
    secrets,
    tls: await tlsOptions(config),
    logger: config.logLevel === 'silent' ? false : { level: config.logLevel },
    metricsToken: config.metricsToken,
    distDir: browserPart(config.isDev),
    isDev: config.isDev,
    trustedProxies: config.trustedProxies,
    publicUrl: config.publicUrl,
    site: { startedAt, workers: config.workers, analyserHost: config.analyserHost },
    // Rather more than half of a process's connections are for requests; `ServerOptions` names the others.
    poolSize: Math.max(2, Math.min(10, Math.floor((CONNECTIONS / config.workers) * 0.55))),
  },
})

interface Serving {
  port: number
  close(): Promise<void>
}

const serveHere = async ({ options, ...place }: Task): Promise<Serving> => {
  const server = await openServer(options)
  const port = await listen(server.app, place)
  await server.startJobs()
  return { port, close: () => server.close() }
}

const serveWithWorkers = async (count: number, task: Task): Promise<Serving> => {
  // Only this way of running needs them.
  const [{ startWebWorkers }, { takeJobs }] = await Promise.all([import('./cluster.ts'), import('./take-jobs.ts')])
  const web = await startWebWorkers(count, task, say)
  const work = await takeJobs(task.options)
  return {
    port: web.port,
    close: async () => {
      await web.close()
      await work.stop()
    },
  }
}

const tell = (error: unknown, job: string) => process.stderr.write(`${JSON.stringify({ job, error: String(error) })}\n`)

/** What a signal does: until the program serves, it ends at once. */
let stop = async (): Promise<void> => process.exit(130)

/** Data, packages and ports of a start by root are root's: another account could not read what this start, or an earlier one, has made. */
const warnRoot = () => {
  if (process.getuid?.() === 0)
    say('Kliniki stays root, because its data and packages belong to root; started as an ordinary user, an attacker could do less harm.')
}

const run = async () => {
  const config = readConfig(process.env, process.argv.slice(2))
  warnRoot()
  const database = await startDatabase(config)
  try {
    const secrets = loadSecrets(config.dataDir, config)
    const { applied } = await prepareDatabase(database.ownerUrl, jobs, () => saveFirst(config))
    if (applied.length > 0) say(`Brought the database up to date (${applied.length} steps)`)
    const introduce = config.isDemo ? await prepareDemo(database.ownerUrl, config, secrets) : undefined
    const task = await taskOf(config, database.ownerUrl, secrets)
    const web = config.workers === 1 ? await serveHere(task) : await serveWithWorkers(config.workers, task)
    const analysers = await openAnalysers({ ownerUrl: database.ownerUrl, host: config.analyserHost, onError: tell })
    let stopping = false
    stop = async () => {
      if (stopping) return
      stopping = true
      say('Stopping')
      setTimeout(() => process.exit(1), STOP_MS).unref()
      await Promise.all([web.close(), analysers.stop()])
      await database.stop()
      process.exit(0)
    }
    const isSecure = task.options.tls !== undefined
    say(`Kliniki is ready at ${addressOf(config, web.port, isSecure)}`)
    introduce?.()
    const code = await openSetUp(database.ownerUrl, secrets.codeKey, new Date())
    if (code) say(`This clinic is new. Set it up there with the code ${code}`)
    if (!config.isLoopback && !isSecure) say('Warning: without https, passwords and records cross the network in the clear.')
  } catch (error) {
    await database.stop()
    throw error
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
try {
  await run()
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error
  endStart(error)
}
