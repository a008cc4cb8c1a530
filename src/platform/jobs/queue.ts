import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { Client } from 'pg'
import type { ConstructorOptions } from 'pg-boss'
import pgBoss from 'pg-boss/package.json' with { type: 'json' }
import { z } from 'zod'
import type { Db } from '#platform/db/connect.ts'
import { asOwner } from '#platform/db/owner.ts'
import { Problem } from '#platform/errors/problem.ts'
import type { Job } from './job.ts'

const DAY = 86_400
const QUEUE_LOCK = 418_290_554

/** The queue's own settings: what the owner alone may do stays with `prepareJobs`. */
export const asApplication = {
  schema: 'pgboss',
  migrate: false,
  createSchema: false,
  reindex: false,
  monitorVacuum: false,
} as const satisfies ConstructorOptions

const LONG_SECONDS = 600
/** Within this a process that does long work says that it lives; without it, one that was killed would seem at work for hours. */
const HEARTBEAT_SECONDS = 90

const optionsOf = ({ retries = 3, maxSeconds = 300 }: Job) => ({
  retryLimit: retries,
  retryBackoff: true,
  retryDelay: 5,
  retryDelayMax: 3_600,
  expireInSeconds: maxSeconds,
  deleteAfterSeconds: 7 * DAY,
  ...(maxSeconds >= LONG_SECONDS && { heartbeatSeconds: HEARTBEAT_SECONDS }),
})

const GRANTS = `
  grant usage on schema pgboss to kliniki_app;
  grant select, insert, update, delete on all tables in schema pgboss to kliniki_app;
  grant usage, select on all sequences in schema pgboss to kliniki_app;
  grant execute on all functions in schema pgboss to kliniki_app`

/** What the queues were made from: the same text, and there is nothing to make. */
const fingerprintOf = (jobs: readonly Job[]) => {
  const made = JSON.stringify([jobs.map((job) => [job.name, job.schedule, optionsOf(job)]), GRANTS])
  return `made for pg-boss ${pgBoss.version}, ${createHash('sha256').update(made).digest('hex')}`
}

const makeQueues = async (client: Client, jobs: readonly Job[]) => {
  const { PgBoss } = await import('pg-boss')
  const failures: unknown[] = []
  const boss = new PgBoss({
    schema: 'pgboss',
    db: { executeSql: (text, values) => client.query(text, values) },
    supervise: false,
    schedule: false,
  })
  boss.on('error', (error) => failures.push(error))
  await boss.start()
  try {
    for (const job of jobs) {
      await boss.createQueue(job.name, optionsOf(job))
      await boss.updateQueue(job.name, optionsOf(job))
      if (job.schedule) await boss.schedule(job.name, job.schedule, {}, { tz: 'UTC' })
    }
    const scheduled = new Set(jobs.filter(({ schedule }) => schedule).map(({ name }) => name))
    for (const { name } of await boss.getSchedules()) if (!scheduled.has(name)) await boss.unschedule(name)
  } finally {
    await boss.stop({ graceful: false })
  }
  if (failures.length > 0) throw failures[0]
}

/**
 * Makes the queues of `jobs`, as the owner of the schema: tables, settings, timetables, and what the application may do with them.
 * Safe to run again, and by several processes at once; one query when nothing has changed. Timetables of jobs that are gone are removed.
 */
export const prepareJobs = (ownerUrl: string, jobs: readonly Job[]): Promise<void> =>
  asOwner(ownerUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [QUEUE_LOCK])
    const fingerprint = fingerprintOf(jobs)
    const { rows } = await client.query<{ made: string | null }>(
      `select obj_description(to_regnamespace('pgboss'), 'pg_namespace') as made`,
    )
    if (rows[0]?.made === fingerprint) return
    await makeQueues(client, jobs)
    await client.query(GRANTS)
    await client.query(`comment on schema pgboss is ${client.escapeLiteral(fingerprint)}`)
  })

const MOST = 1_000
const MOST_OF_ONE = 200
const RETRY_SECONDS = 60

interface Lane {
  all: number
  own: number
  /** The turn that is served now, and the one behind the last of this lane. */
  now: number
  behind: number
}

/**
 * How full a queue is, and which turn a job of this lane gets. Turns are counted as in fair queueing: the next job of a lane has the turn behind
 * its last one that waits, and at least the turn that is served now, so that lanes alternate however many jobs one of them has.
 */
const findLane = async (db: Db, job: Job, owner: string | null): Promise<Lane> => {
  const { rows } = await sql<Lane>`
    select count(*)::integer as all, count(*) filter (where group_id = ${owner})::integer as own, coalesce(min(-priority), 0)::integer as now,
      coalesce(max(-priority) filter (where group_id = ${owner}) + 1, 0)::integer as behind
    from pgboss.job where name = ${job.name} and state < 'active' and not blocked`.execute(db)
  return rows[0]!
}

const full = (limit: number, used: number, ownerId: string) =>
  new Problem(429, 'queue_full', `Limit: ${limit} tasks waiting ${ownerId}. ${used} are waiting; try again when some are done.`, {
    extra: { limit, used },
    headers: { 'retry-after': String(RETRY_SECONDS) },
  })

/**
 * Puts a job into its queue in the transaction of `db`: when that is rolled back, there is no job. Jobs with an owner, an account, wait in a lane
 * of their own; lanes take turns.
 * @throws Problem 429 `queue_full` when as many wait as may, of all accounts or of this one.
 */
export const enqueue = async <const J extends Job>(db: Db, job: J, data: z.output<J['data']>, owner?: number): Promise<void> => {
  const { most = MOST, mostOfOne = MOST_OF_ONE, mayBeLeftOut = false } = job as Job
  const lane = owner === undefined ? null : `user ${owner}`
  const { all, own, now, behind } = await findLane(db, job, lane)
  if (all >= most && mayBeLeftOut) return
  if (lane !== null && own >= mostOfOne) throw full(mostOfOne, own, 'for each account')
  if (all >= most) throw full(most, all, 'in all')
  const { PgBoss, fromKysely } = await import('pg-boss')
  const boss = new PgBoss({ ...asApplication, db: fromKysely(db) })
  const turn = lane === null ? {} : { priority: -Math.max(now, behind), group: { id: lane } }
  await boss.send(job.name, z.encode(job.data, data) as object, turn)
}

/** Waits, will be tried again, or is under way in a process that was heard of. */
const isUnfinished = sql`(j.state in ('created', 'retry')
  or (j.state = 'active' and coalesce(j.heartbeat_on + make_interval(secs => j.heartbeat_seconds) > now(), true)))`

/** What the jobs of a kind were given that wait, are under way or will be tried again. */
export const unfinishedJobs = async <const J extends Job>(db: Db, job: J): Promise<z.output<J['data']>[]> => {
  const { rows } = await sql<{ data: unknown }>`
    select j.data from pgboss.job j where j.name = ${job.name} and ${isUnfinished}`.execute(db)
  return rows.map(({ data }) => z.decode(job.data, data as never) as z.output<J['data']>)
}

/**
 * Whether no such job of the row `id` is there. A condition for the statement that changes the row: jobs that are read before it do not have
 * the one that came meanwhile.
 */
export const hasNoJob = (job: Job, id: RawBuilder<number>): RawBuilder<boolean> => sql<boolean>`not exists (
  select from pgboss.job j where j.name = ${job.name} and (j.data ->> 'id')::integer = ${id} and ${isUnfinished})`
