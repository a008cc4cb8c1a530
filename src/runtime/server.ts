import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Server as TlsServer } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { watchAlerts } from '#features/notifications/public.ts'
import { watchSetUp } from '#features/setup/public.ts'
import { clinicFigures, watchSystem } from '#features/system/public.ts'
import { openRefusals } from '#platform/audit/refusals.ts'
import { accessTokens } from '#platform/auth/tokens.ts'
import { bearerAuthentication } from '#platform/auth/sessions.ts'
import type { ClinicPlace } from '#platform/backup/place.ts'
import { systemClock, type Clock } from '#platform/clock.ts'
import { connect, type Connection, type Db } from '#platform/db/connect.ts'
import type { Logins } from '#platform/db/logins.ts'
import { portalOf } from '#platform/db/portal.ts'
import { openEventHub } from '#platform/events/hub.ts'
import { fileStore } from '#platform/files/store.ts'
import { accountWork } from '#platform/http/account-work.ts'
import { rateLimits } from '#platform/http/limits.ts'
import { metricsOf, type Metrics } from '#platform/http/metrics.ts'
import { buildServer } from '#platform/http/server.ts'
import { OLDEST_TLS } from '#platform/http/tls.ts'
import { servePages } from '#platform/http/static.ts'
import { systemRoutes } from '#platform/http/system-routes.ts'
import { systemIds, type Ids } from '#platform/ids.ts'
import type { OwnersWork } from '#platform/owner-work/orders.ts'
import { startWorker, type Worker } from '#platform/jobs/worker.ts'
import { pdfPrinter } from '#platform/pdf/print.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Site } from '#platform/services.ts'
import { earlierNames } from './earlier-names.ts'
import { alerts, constraints, featureRoutes, works } from '../app.ts'
import { jobs } from './jobs.ts'
import { JOB_CONNECTIONS, type AtWork } from './take-jobs.ts'

export interface ServerOptions {
  /** Of the database; the owner of its tables is none of them. */
  logins: Logins
  dataDir: string
  backups: ClinicPlace
  secrets: Secrets
  /** Has the few things done that no login of a server may do. */
  asOwner: OwnersWork
  clock?: Clock
  ids?: Ids
  tls?: { key: string | Buffer; cert: string | Buffer } | undefined
  logger?: Record<string, unknown> | false
  metricsToken?: string | undefined
  metrics?: Metrics
  /** The built browser part; without it only the API answers. */
  distDir?: string | undefined
  /** The browser part is being worked on: its page is read for every request. */
  isDev?: boolean
  /** How many proxies of the clinic stand in front. */
  trustedProxies?: number
  /** Where everybody reaches the clinic; printed on papers. */
  publicUrl?: string | undefined
  /** How the program runs; one process that began just now unless said. */
  site?: Omit<Site, 'version'>
  /** Connections for requests; half as many more for patients, up to two for reports, one for news, and `JOB_CONNECTIONS` where jobs are taken. */
  poolSize?: number
  /** How long a request waits for one of them; five seconds unless said. */
  turnMs?: number | undefined
}

export interface Server {
  app: FastifyInstance
  db: Db
  /** From now on this process takes jobs, too. */
  startJobs(): Promise<AtWork>
  /** Serves https with this certificate from now on; connections that are open stay. */
  useTls(tls: { key: string | Buffer; cert: string | Buffer }): void
  /** Answers what is under way, then lets go of everything: first of what works on the connections of `startJobs`. */
  close(user?: { stop(): Promise<void> }): Promise<void>
}

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as { version: string }

/** Puts the program together over a prepared database. Listens to nothing yet. */
export const openServer = async (options: ServerOptions): Promise<Server> => {
  const { logins, dataDir, backups, secrets, clock = systemClock, ids = systemIds } = options
  const poolSize = options.poolSize ?? 10
  const { turnMs } = options
  const main = connect(logins.kliniki_app, 'kliniki_app', { max: poolSize, turnMs })
  const reader = connect(logins.kliniki_read, 'kliniki_read', { max: Math.min(2, poolSize), turnMs })
  const patients = connect(logins.kliniki_portal, 'kliniki_portal', { max: Math.ceil(poolSize / 2), turnMs })
  const portal = portalOf(patients.pool)
  const uploadDir = join(dataDir, 'uploads')
  mkdirSync(uploadDir, { recursive: true, mode: 0o700 })
  const tokens = accessTokens([secrets.tokenKey, ...(secrets.previousTokenKey ? [secrets.previousTokenKey] : [])], clock)
  const limiter = rateLimits(main.pool)
  const printer = pdfPrinter(undefined, { onLacking: (scripts) => logLacking(scripts) })
  const events = await openEventHub(logins.kliniki_app, 'kliniki_app', (error) => process.emitWarning(`news: ${String(error)}`))
  const files = fileStore(join(dataDir, 'files'), secrets.fileKey, secrets.previousFileKeys)
  const routes = featureRoutes({
    tokens,
    codeKey: secrets.codeKey,
    limiter,
    files,
    printPdf: printer.print,
    backups,
    site: { startedAt: new Date(), workers: 1, ...options.site, version },
    reader: reader.db,
    readerOf: (user) => (user.role === 'patient' ? portal(user) : reader.db),
    publicUrl: options.publicUrl,
  })
  const refusals = openRefusals(main.db, clock, (error) => process.emitWarning(`refusals: ${String(error)}`))
  const parts = {
    db: main.db,
    portal,
    routes,
    constraints,
    aliases: earlierNames(),
    authenticate: bearerAuthentication(main.db, tokens, clock),
    events,
    refusals,
    isSetUp: watchSetUp(main.db),
    limiter,
    work: accountWork(limiter),
    metrics: options.metrics ?? metricsOf(),
    clock,
    ids,
    uploadDir,
    ...(options.tls && { tls: options.tls }),
    trustedProxies: options.trustedProxies ?? 0,
    logger: options.logger ?? false,
  } as const
  const app = await buildServer(parts)
  let certificate = options.tls && String(options.tls.cert)
  const known = new Set<string>()
  const logLacking = (scripts: readonly string[]) => {
    const added = scripts.filter((script) => !known.has(script))
    for (const script of added) known.add(script)
    if (added.length > 0) app.log.warn({ scripts: added }, 'a document shows empty boxes for letters that no installed font has')
  }
  systemRoutes(app, parts, {
    clinicFigures: () => clinicFigures({ db: main.db, place: backups, jobs, certificate, now: clock() }),
    ...(options.metricsToken && { metricsToken: options.metricsToken }),
  })
  if (options.distDir) await servePages(app, options.distDir, { isDev: options.isDev ?? false })
  const onError = (err: unknown, job?: string) => app.log.error({ err, job }, 'job failed')
  let work: Connection | undefined
  let stopWatchingSystem: (() => void) | undefined
  // What serves nobody has nothing to tell.
  app.addHook('onListen', async () => {
    stopWatchingSystem = watchSystem({
      get db() {
        return (work ?? main).db
      },
      events,
      clock,
      place: backups,
      jobs,
      certificate: () => certificate,
      onError,
    })
  })
  let worker: Worker | undefined
  let stopWatching: (() => Promise<void>) | undefined
  return {
    app,
    db: main.db,
    startJobs: async () => {
      const { publicUrl } = options
      const { codeKey } = secrets
      // Rounds of the queue come by the dozen: on the connections of requests each would open one, and end it ten seconds later.
      work ??= connect(logins.kliniki_app, 'kliniki_app', { max: JOB_CONNECTIONS, turnMs })
      worker ??= await startWorker({
        ...work,
        works,
        files,
        uploadDir,
        backups,
        asOwner: options.asOwner,
        codeKey,
        publicUrl,
        events,
        clock,
        onError,
      })
      stopWatching ??= watchAlerts(alerts, { db: work.db, events, clock, onError })
      return { db: work.db, events }
    },
    useTls: ({ key, cert }) => {
      if (!(app.server instanceof TlsServer)) return
      app.server.setSecureContext({ key, cert, minVersion: OLDEST_TLS })
      certificate = String(cert)
    },
    close: async (user) => {
      stopWatchingSystem?.()
      await app.close()
      await user?.stop()
      await refusals.close()
      await stopWatching?.()
      await worker?.stop()
      await work?.close()
      await events.close()
      await printer.close()
      await reader.close()
      await patients.close()
      await main.close()
    },
  }
}
