import { sql } from 'kysely'
import { BACKUP_LOCK } from '#platform/backup/lock.ts'
import { ConfigurationError } from '#platform/config.ts'
import type { Db } from '#platform/db/connect.ts'
import { perform, type JobContext, type JobWork } from '#platform/jobs/job.ts'
import { demonstrationJob } from '../jobs.ts'

const finished = { work: null, done: 100, problem: null }

/** Takes the demonstration away, all or nothing, and says so with it. It may take longer than a request. */
const remove = (db: Db) =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '10min'`.execute(tx)
    // A backup counts rows when it begins, and must find them in what it saved.
    await sql`select pg_advisory_xact_lock(${BACKUP_LOCK})`.execute(tx)
    await sql`set local lock_timeout = '30s'`.execute(tx)
    await sql`select * from remove_demonstration()`.execute(tx)
    await tx.updateTable('demonstration').set(finished).execute()
  })

/** Does one of the two, and keeps what became of it where the screen looks. */
export const workOnDemonstration = async (
  { db, now, asOwner, publish }: Pick<JobContext, 'db' | 'now' | 'asOwner' | 'publish'>,
  work: 'loading' | 'removing',
): Promise<void> => {
  const note = async (change: { work?: null; done: number; problem?: 'refused' | 'failed' | null }) => {
    await db.updateTable('demonstration').set(change).execute()
    publish('company')
  }
  let noted: Promise<void> = Promise.resolve()
  const onProgress = (done: number) => {
    noted = noted.then(() => note({ done })).catch(() => {})
  }
  try {
    if (work === 'loading') await asOwner('load demonstration', { now }, { onProgress })
    else await remove(db)
    await noted
    await note(finished)
  } catch (error) {
    await noted
    await note({ work: null, done: 0, problem: error instanceof ConfigurationError ? 'refused' : 'failed' })
    if (!(error instanceof ConfigurationError)) throw error
  }
}

export const demonstrationWork: JobWork = perform(demonstrationJob, ({ data, ...context }) => workOnDemonstration(context, data.work))
