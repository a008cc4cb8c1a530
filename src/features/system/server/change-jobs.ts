import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { conflict, notFound } from '#platform/errors/problem.ts'
import type { Job } from '#platform/jobs/job.ts'
import { errorWords } from './error-labels.ts'

export interface FailedJob {
  id: string
  name: string
  error: string
}

const failedRows = async (db: Db, which: ReturnType<typeof sql>, limit: number | null) => {
  const { rows } = await sql<{ id: string; name: string; output: unknown }>`
    select id, name, output from pgboss.job where state = 'failed' and ${which}
    order by completed_on desc, id limit ${limit} for update`.execute(db)
  return rows.map(({ id, name, output }): FailedJob => ({ id, name, error: errorWords(output) }))
}

/** A job that failed, held until the transaction ends; 404 for one that is not there, 409 for one that has not failed. */
export const lockFailed = async (db: Db, jobs: readonly Job[], id: string): Promise<FailedJob> => {
  const { rows } = await sql<{ name: string }>`select name from pgboss.job where id = ${id}::uuid`.execute(db)
  const [known] = rows
  if (!known || !jobs.some(({ name }) => name === known.name)) throw notFound('Job')
  const [failed] = await failedRows(db, sql`id = ${id}::uuid`, 1)
  if (!failed) throw conflict('This job has not failed, or has already been handled.')
  return failed
}

/** Those of a kind that failed, newest first, held until the transaction ends; 404 for a kind that is none, 409 when none failed. */
export const lockFailedKind = async (db: Db, jobs: readonly Job[], name: string, limit: number | null): Promise<FailedJob[]> => {
  if (!jobs.some((job) => job.name === name)) throw notFound('Job')
  const failed = await failedRows(db, sql`name = ${name}`, limit)
  if (failed.length === 0) throw conflict('No failed jobs of this type.')
  return failed
}

const idsOf = (jobs: readonly FailedJob[]) => jobs.map(({ id }) => id)

/** Lets them be tried once more, at once. */
export const tryAgain = (db: Db, failed: readonly FailedJob[]) =>
  sql`update pgboss.job set state = 'retry', retry_limit = retry_limit + 1, completed_on = null, start_after = now()
    where id = any(${idsOf(failed)}::uuid[]) and state = 'failed'`.execute(db)

export const giveUp = (db: Db, failed: readonly FailedJob[]) =>
  sql`delete from pgboss.job where id = any(${idsOf(failed)}::uuid[]) and state = 'failed'`.execute(db)
