import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { Job } from '#platform/jobs/job.ts'
import type { SystemJobs } from '../contract-jobs.ts'
import { nextRun, patienceFor } from '../rules.ts'
import { errorWords } from './error-words.ts'

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

const kindOf = ({ name, schedule }: Job, found: Counted | undefined, now: Date, startedAt: Date): Kind => {
  const counted = found ?? { name, ...nothing }
  const seen = [counted.last_done_at, counted.last_failed_at, startedAt].map((at) => at?.getTime() ?? 0)
  return {
    ...counted,
    is_recurring: schedule !== undefined,
    next_at: schedule ? nextRun(schedule, now) : null,
    is_late: schedule !== undefined && counted.active === 0 && now.getTime() - Math.max(...seen) > patienceFor(schedule) * 1000,
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
}

const failures = async (db: Db, names: readonly string[]) => {
  const { rows } = await sql<Row>`
    select id, name, state, output, retry_count, created_on, completed_on, start_after from pgboss.job
    where (state = 'failed' or (state = 'retry' and output is not null)) and name = any(${[...names]})
    order by coalesce(completed_on, start_after) desc, id limit ${SHOWN}`.execute(db)
  return rows
}

/** What the queues hold, by kind in the order in which the program names them, and what failed. */
export const findJobs = async (db: Db, jobs: readonly Job[], now: Date, startedAt: Date): Promise<SystemJobs> => {
  const [counted, failed] = await Promise.all([
    counts(db),
    failures(
      db,
      jobs.map(({ name }) => name),
    ),
  ])
  return {
    kinds: jobs.map((job) => kindOf(job, counted.get(job.name), now, startedAt)),
    failures: failed.map(({ id, name, state, output, retry_count, created_on, completed_on, start_after }) => ({
      id,
      name,
      state,
      error: errorWords(output),
      tries: retry_count + 1,
      created_at: created_on,
      failed_at: completed_on,
      retry_at: state === 'retry' ? start_after : null,
      is_over: completed_on !== null && (counted.get(name)?.last_done_at?.getTime() ?? 0) > completed_on.getTime(),
    })),
  }
}
