import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { watchAlerts } from '#features/notifications/public.ts'
import { watchSystem } from '#features/system/public.ts'
import type { ClinicPlace } from '#platform/backup/place.ts'
import { systemClock } from '#platform/clock.ts'
import { connect, type Db } from '#platform/db/connect.ts'
import type { Logins } from '#platform/db/logins.ts'
import { openEventHub, type EventHub } from '#platform/events/hub.ts'
import { fileStore } from '#platform/files/store.ts'
import { startWorker } from '#platform/jobs/worker.ts'
import type { OwnersWork } from '#platform/owner-work/orders.ts'
import type { Secrets } from '#platform/secrets.ts'
import { alerts, works } from '../app.ts'
import { jobs } from './jobs.ts'

const tell = (error: unknown, job = 'queue') => process.stderr.write(`${JSON.stringify({ job, error: String(error) })}\n`)

interface JobOptions {
  logins: Pick<Logins, 'kliniki_app'>
  asOwner: OwnersWork
  dataDir: string
  backups: ClinicPlace
  secrets: Secrets
  publicUrl?: string | undefined
}

/** What works beside requests shares these: each connection takes 3 to 14 MB of the database's memory. */
export interface AtWork {
  db: Db
  events: EventHub
}

/** Of one process that takes jobs. */
export const JOB_CONNECTIONS = 4

/** Takes jobs in this process, on connections of their own, until stopped; what fails is told on stderr. */
export const takeJobs = async ({
  logins,
  asOwner,
  dataDir,
  backups,
  secrets,
  publicUrl,
}: JobOptions): Promise<AtWork & { stop(): Promise<void> }> => {
  const uploadDir = join(dataDir, 'uploads')
  mkdirSync(uploadDir, { recursive: true, mode: 0o700 })
  const connection = connect(logins.kliniki_app, 'kliniki_app', { max: JOB_CONNECTIONS })
  const events = await openEventHub(logins.kliniki_app, 'kliniki_app', tell)
  const files = fileStore(join(dataDir, 'files'), secrets.fileKey, secrets.previousFileKeys)
  const worker = await startWorker({
    ...connection,
    works,
    files,
    uploadDir,
    backups,
    asOwner,
    codeKey: secrets.codeKey,
    publicUrl,
    events,
    clock: systemClock,
    onError: tell,
  })
  const stopWatching = watchAlerts(alerts, { ...connection, events, clock: systemClock, onError: tell })
  const stopWatchingSystem = watchSystem({ ...connection, events, clock: systemClock, place: backups, jobs, onError: tell })
  return {
    db: connection.db,
    events,
    stop: async () => {
      stopWatchingSystem()
      await stopWatching()
      await worker.stop()
      await events.close()
      await connection.close()
    },
  }
}
