import type pg from 'pg'
import { z } from 'zod'
import type { ClinicPlace } from '#platform/backup/place.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/connect.ts'
import type { EventHub } from '#platform/events/hub.ts'
import type { FileStore } from '#platform/files/store.ts'
import { outage } from '#platform/outage.ts'
import type { OwnersWork } from '#platform/owner-work/orders.ts'
import type { JobContext, JobWork } from './job.ts'
import { asApplication } from './queue.ts'

export interface WorkerParts {
  db: Db
  pool: pg.Pool
  works: readonly JobWork[]
  files: FileStore
  uploadDir: string
  backups: ClinicPlace
  asOwner: OwnersWork
  codeKey: Buffer
  publicUrl?: string | undefined
  events: Pick<EventHub, 'publish'>
  clock: Clock
  /** Hears what went wrong: a job that failed (it is tried again), or the queue itself. */
  onError: (error: unknown, job?: string) => void
}

export interface Worker {
  /** Takes no further job and waits, ten seconds at most, for those under way. */
  stop(): Promise<void>
}

const STOP_MS = 10_000
/** The queue writes down what became of a job after its work has ended. */
const WRITTEN_MS = 1_000

/** Takes jobs of all queues, one of each kind at a time, on the application's own pool. Any number of processes may do so at once. */
export const startWorker = async ({ pool, works, events, clock, onError, ...parts }: WorkerParts): Promise<Worker> => {
  const { db, files, uploadDir, backups, asOwner, codeKey, publicUrl } = parts
  // Loaded after the first reply: it costs a tenth of a second.
  const { PgBoss } = await import('pg-boss')
  const polling = outage((error) => onError(error))
  const boss = new PgBoss({
    ...asApplication,
    db: {
      executeSql: async (text, values) => {
        const result = await pool.query(text, values)
        polling.worked()
        return result
      },
    },
    cronMonitorIntervalSeconds: 30,
    cronWorkerIntervalSeconds: 30,
    superviseIntervalSeconds: 60,
    monitorIntervalSeconds: 60,
    maintenanceIntervalSeconds: 3_600,
    queueCacheIntervalSeconds: 300,
  })
  // The queue tells some of its errors as plain objects, which a log would call just that.
  boss.on('error', (error: { message: string }) => polling.failed(error instanceof Error ? error : new Error(error.message)))
  await boss.start()

  let telling: NodeJS.Timeout | undefined
  const notifySoon = () => {
    telling ??= setTimeout(() => {
      telling = undefined
      events.publish([{ topic: 'system' }])
    }, WRITTEN_MS)
    telling.unref()
  }

  const runOnce = async ({ job, run }: JobWork, data: unknown, signal: AbortSignal) => {
    const context: JobContext = {
      db,
      now: clock(),
      files,
      uploadDir,
      backups,
      asOwner,
      codeKey,
      publicUrl,
      publish: (topic, id, patient) =>
        events.publish([{ topic, ...(id !== undefined && { id }), ...(patient !== undefined && { patient }) }]),
      signal,
    }
    try {
      await run({ ...context, data: z.decode(job.data, data ?? {}) } as never)
    } catch (error) {
      onError(error, job.name)
      throw error
    } finally {
      notifySoon()
    }
  }

  for (const work of works) {
    const { name, schedule, atStart, pollSeconds = schedule ? 60 : 5 } = work.job
    // Before anybody looks into the queue, so that nobody waits for the next look.
    if (atStart) await boss.send(name, {})
    await boss.work(name, { pollingIntervalSeconds: pollSeconds, batchSize: 1 }, async ([taken]) => {
      if (taken) await runOnce(work, taken.data, taken.signal)
    })
  }
  return {
    stop: async () => {
      await boss.stop({ graceful: true, timeout: STOP_MS })
      clearTimeout(telling)
    },
  }
}
