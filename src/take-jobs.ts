import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { watchStanding } from '#features/notifications/index.ts'
import { watchSystem } from '#features/system/index.ts'
import type { ClinicPlace } from '#platform/backup/place.ts'
import { systemClock } from '#platform/clock.ts'
import { connect } from '#platform/db/connect.ts'
import type { Logins } from '#platform/db/logins.ts'
import { openEventHub } from '#platform/events/hub.ts'
import { fileStore } from '#platform/files/store.ts'
import { startWorker } from '#platform/jobs/worker.ts'
import type { OwnersWork } from '#platform/owner-work/orders.ts'
import type { Secrets } from '#platform/secrets.ts'
import { jobs, works } from './jobs.ts'
import { standing } from './standing.ts'

const tell = (error: unknown, job = 'queue') => process.stderr.write(`${JSON.stringify({ job, error: String(error) })}\n`)

interface JobOptions {
  logins: Pick<Logins, 'kliniki_app'>
  asOwner: OwnersWork
  dataDir: string
  backups: ClinicPlace
  secrets: Secrets
  publicUrl?: string | undefined
}

/** Takes jobs in this process, on connections of their own, until stopped; what fails is told on stderr. */
export const takeJobs = async ({
  logins,
  asOwner,
  dataDir,
  backups,
  secrets,
  publicUrl,
}: JobOptions): Promise<{ stop(): Promise<void> }> => {
  const uploadDir = join(dataDir, 'uploads')
  mkdirSync(uploadDir, { recursive: true, mode: 0o700 })
  const connection = connect(logins.kliniki_app, 'kliniki_app', { max: 4 })
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
  const stopWatching = watchStanding(standing, { ...connection, events, clock: systemClock, onError: tell })
  const stopWatchingSystem = watchSystem({ ...connection, events, clock: systemClock, place: backups, jobs, onError: tell })
  return {
    stop: async () => {
      stopWatchingSystem()
      await stopWatching()
      await worker.stop()
      await events.close()
      await connection.close()
    },
  }
}
