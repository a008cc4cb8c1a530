import { sql } from 'kysely'
import { clinicTimeZone } from '#features/company/public.ts'
import { writeTrail } from '#platform/audit/audit.ts'
import { inTransaction } from '#platform/db/connect.ts'
import { perform, type JobContext, type JobWork } from '#platform/jobs/job.ts'
import { wallTimeOf } from '#shared/zoned.ts'
import { mayCloseUnseen } from '../left-open-rules.ts'
import { endOfDayJob } from '../jobs.ts'
import { closedEntry, closeLeftOpen } from './close-left-open.ts'
import { findLeftOpen } from './left-open.ts'

/** So many visits are locked at a time. */
const BATCH = 25

type NightContext = Pick<JobContext, 'db' | 'now' | 'publish' | 'signal'>

/** Closes, batch by batch, what was left open and nothing in it needs a person; how many. */
const closeAll = async ({ db, now, publish, signal }: NightContext): Promise<number> => {
  const closing = { cause: 'end of day', by: null, now } as const
  let closed = 0
  for (let after = 0; !signal.aborted;) {
    const page = await findLeftOpen(db, now, { after, limit: BATCH })
    const last = page.at(-1)
    if (!last) break
    after = last.id
    const ids = page.filter(({ holds }) => mayCloseUnseen(holds)).map(({ id }) => id)
    if (ids.length === 0) continue
    const done = await inTransaction(db, async (tx) => {
      const batch = await closeLeftOpen(tx, ids, closing, ({ holds }) => mayCloseUnseen(holds))
      const trail = { at: now, actor_id: null, request_id: 'job close-left-open', ip: null }
      const rows = batch.closed.map((visit) => ({ action: 'close', ...closedEntry(visit, 'end of day') }))
      if (rows.length > 0) await writeTrail(tx, trail, rows)
      return batch.closed
    })
    for (const { id, patient } of done) {
      publish('attendance', id)
      publish('patients', patient)
    }
    if (done.length > 0) publish('appointments')
    closed += done.length
  }
  return closed
}

/**
 * Closes the visits that were left open, once on each day of the clinic from the hour that is set; what is done is answered as a count, null
 * where it is not time. Two runs at once do no harm: each visit is looked at again under its lock.
 */
export const closeAtNight = async (context: NightContext): Promise<number | null> => {
  const { db, now, publish, signal } = context
  const settings = await db.selectFrom('end_of_day_settings').selectAll().executeTakeFirstOrThrow()
  const { day, time } = wallTimeOf(now, await clinicTimeZone(db))
  if (!settings.is_on || Number(time.slice(0, 2)) < settings.hour || (settings.last_run_on ?? '') >= day) return null
  const closed = await closeAll(context)
  // Interrupted, it goes on with the next look.
  if (!signal.aborted) await sql`update end_of_day_settings set last_run_on = ${day}::date`.execute(db)
  publish('settings')
  return closed
}

export const endOfDayWork: JobWork = perform(endOfDayJob, async (context) => {
  await closeAtNight(context)
})
