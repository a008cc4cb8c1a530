import type { ClinicPlace } from '#platform/backup/place.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/connect.ts'
import type { EventHub } from '#platform/events/hub.ts'
import type { Job } from '#platform/jobs/job.ts'
import { outage } from '#platform/outage.ts'
import { lookAtAll } from '#features/notifications/public.ts'
import { systemStanding } from '../standing.ts'
import { noteDisks } from './disks.ts'
import { noteUp } from './up-since.ts'
import { writeFigures } from './write-figures.ts'

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
  events.publish(await lookAtAll(db, await systemStanding(db, { jobs, upSince, certificate: certificate?.() }), now))
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
