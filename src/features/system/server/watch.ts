import type { ClinicPlace } from '#platform/backup/place.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/connect.ts'
import type { EventHub } from '#platform/events/hub.ts'
import type { Job } from '#platform/jobs/job.ts'
import { outage } from '#platform/outage.ts'
import { checkAlerts } from '#features/notifications/public.ts'
import { systemAlerts } from '../alerts.ts'
import { noteDisks } from './disks.ts'
import { noteUp } from './up-since.ts'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { requests, statements } from '#platform/figures/figures.ts'
import { shapeOf } from '#platform/figures/shape.ts'
import type { Figure, Tally } from '#platform/figures/tally.ts'

/** So many of each kind are written each time; the rest is added up. */
const KEPT = 80
const KEPT_DAYS = 7

const rowsOf = (kind: 'statement' | 'request', tally: Tally, shaped: (text: string) => string, day: string) =>
  [...tally.take(KEPT, shaped)].map(([text, { calls, failed, totalMs, maxMs, buckets }]: [string, Figure]) => ({
    day,
    kind,
    digest: createHash('md5').update(text).digest('hex'),
    text,
    calls,
    failed,
    total_ms: totalMs,
    max_ms: maxMs,
    buckets,
  }))

/** Adds what this process has counted since the last time to what all of them have, and forgets what is older than a week. */
const writeFigures = async (db: Db, now: Date): Promise<void> => {
  const day = now.toISOString().slice(0, 10)
  const rows = [
    ...rowsOf('statement', statements, shapeOf, day),
    ...rowsOf('request', requests, (route) => route.slice(0, 2000), day),
    // In one order, so that no two processes wait for each other.
  ].toSorted((a, b) => (a.kind + a.digest < b.kind + b.digest ? -1 : 1))
  const oldest = new Date(now.getTime() - KEPT_DAYS * 86_400_000).toISOString().slice(0, 10)
  await db.deleteFrom('system_figures').where('day', '<', oldest).execute()
  if (rows.length === 0) return
  await db
    .insertInto('system_figures')
    .values(rows)
    .onConflict((oc) =>
      oc.columns(['day', 'kind', 'digest']).doUpdateSet({
        calls: sql`system_figures.calls + excluded.calls`,
        failed: sql`system_figures.failed + excluded.failed`,
        total_ms: sql`system_figures.total_ms + excluded.total_ms`,
        max_ms: sql`greatest(system_figures.max_ms, excluded.max_ms)`,
        buckets: sql`(
          select array_agg(a + b order by n) from unnest(system_figures.buckets, excluded.buckets) with ordinality as u (a, b, n))`,
      }),
    )
    .execute()
}

const EVERY_MS = 60_000

interface Watching {
  db: Db
  events: Pick<EventHub, 'publish'>
  clock: Clock
  place: ClinicPlace
  jobs: readonly Job[]
  /** The certificate of https as it is now; undefined for plain http. */
  certificate?: () => string | undefined
  onError: (error: unknown, job: string) => void
}

/** One look: writes down what this process has counted and the room on the disks, and tells whoever looks after the server. */
export const lookAtSystem = async ({ db, events, clock, place, jobs, certificate }: Watching): Promise<void> => {
  const now = clock()
  const upSince = await noteUp(db, now)
  await writeFigures(db, now)
  await noteDisks(db, place, now)
  events.publish(await checkAlerts(db, await systemAlerts(db, { jobs, upSince, certificate: certificate?.() }), now))
}

/**
 * Looks each minute, until the returned function is called. It is no job: it has to tell that none is done any more. Any number of processes
 * may look at once.
 */
export const watchSystem = (watching: Watching): (() => void) => {
  const looks = outage(watching.onError)
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    try {
      await lookAtSystem(watching)
      looks.worked()
    } catch (error) {
      looks.failed(error, 'system')
    } finally {
      isLooking = false
    }
  }
  const timer = setInterval(() => void look(), EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
