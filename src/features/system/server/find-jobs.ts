import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { Job } from '#platform/jobs/job.ts'
import type { SystemJobs } from '../contract.ts'
import { graceFor, nextRun, patienceFor } from '../rules.ts'
import { errorWords } from './error-labels.ts'
import { findUpSince } from './up-since.ts'

type Kind = SystemJobs['kinds'][number]
type Counted = Omit<Kind, 'is_recurring' | 'next_at' | 'is_late'>

const SHOWN = 100

const counts = async (db: Db): Promise<Map<string, Counted>> => {
  const { rows } = await sql<Counted>`
    select name, count(*) filter (where state in ('created', 'retry'))::float8 as waiting,
      count(*) filter (where state = 'active')::float8 as active, count(*) filter (where state = 'failed')::float8 as failed,
      count(*) filter (where state = 'completed')::float8 as completed, max(completed_on) filter (where state = 'completed') as last_done_at,
      max(completed_on) filter (where state = 'failed') as last_failed_at,
      avg(extract(epoch from completed_on - started_on)) filter (where state = 'completed')::float8 as mean_seconds
    from pgboss.job group by name`.execute(db)
  return new Map(rows.map((row) => [row.name, row]))
}

const nothing = { waiting: 0, active: 0, failed: 0, completed: 0, last_done_at: null, last_failed_at: null, mean_seconds: null }

const isLate = ({ schedule, atStart }: Job, { active, last_done_at, last_failed_at }: Counted, now: Date, upSince: Date): boolean => {
  if (schedule === undefined || active > 0) return false
  const isUpFor = (now.getTime() - upSince.getTime()) / 1000
  const seen = Math.max(last_done_at?.getTime() ?? 0, last_failed_at?.getTime() ?? 0)
  return isUpFor > graceFor({ schedule, ...(atStart && { atStart }) }) && (now.getTime() - seen) / 1000 > patienceFor(schedule)
}

const kindOf = (job: Job, found: Counted | undefined, now: Date, upSince: Date): Kind => {
  const { name, schedule } = job
  const counted = found ?? { name, ...nothing }
  return {
    ...counted,
    is_recurring: schedule !== undefined,
    next_at: schedule ? nextRun(schedule, now) : null,
    is_late: isLate(job, counted, now, upSince),
  }
}

interface Row {
  id: string
  name: string
  state: 'failed' | 'retry'
  output: unknown
  retry_count: number
  created_on: Date
  completed_on: Date | null
  start_after: Date
  is_over: boolean
}

const failures = async (db: Db, names: readonly string[]) => {
  const { rows } = await sql<Row>`
    with done as (
      select name, coalesce(data, '{}') as data, max(completed_on) as at from pgboss.job where state = 'completed' group by 1, 2
    )
    select j.id, j.name, j.state, j.output, j.retry_count, j.created_on, j.completed_on, j.start_after,
      coalesce(d.at > j.completed_on, false) as is_over
    from pgboss.job j left join done d on d.name = j.name and d.data = coalesce(j.data, '{}')
    where (j.state = 'failed' or (j.state = 'retry' and j.output is not null)) and j.name = any(${[...names]})
    order by coalesce(j.completed_on, j.start_after) desc, j.id limit ${SHOWN}`.execute(db)
  return rows
}

/** What the queues hold, by kind in the order in which the program names them, and what failed. */
export const findJobs = async (db: Db, jobs: readonly Job[], now: Date): Promise<SystemJobs> => {
  const [upSince, counted, failed] = await Promise.all([
    findUpSince(db, now),
    counts(db),
    failures(
      db,
      jobs.map(({ name }) => name),
    ),
  ])
  return {
    kinds: jobs.map((job) => kindOf(job, counted.get(job.name), now, upSince)),
    failures: failed.map(({ id, name, state, output, retry_count, created_on, completed_on, start_after, is_over }) => ({
      id,
      name,
      state,
      error: errorWords(output),
      tries: retry_count + 1,
      created_at: created_on,
      failed_at: completed_on,
      retry_at: state === 'retry' ? start_after : null,
      is_over,
    })),
  }
}
