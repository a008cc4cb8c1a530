import { X509Certificate } from 'node:crypto'
import { sql } from 'kysely'
import type { Job } from '#platform/jobs/job.ts'
import { alertRow, type AlertRule } from '#features/notifications/public.ts'
import { CLOCKS_APART_MS, clockAhead } from '#platform/db/clock-difference.ts'
import { CERTIFICATE_DAYS, graceFor, isDiskLow, patienceFor } from './rules.ts'
import type { Db } from '#platform/db/connect.ts'

/** The least room of a disk on which there is too little, as it was last measured. */
const diskLow = (low: readonly number[]): AlertRule => ({
  kind: 'disk_low',
  topics: [],
  rows: () => sql`
    select ${alertRow({ words: sql`jsonb_build_object('gigabytes', round(d.free / 1e9, 1))` })}
    from (select min(free)::numeric as free from unnest(${[...low]}::float8[]) free) d where d.free is not null`,
})

/** Recurring work that has neither been done nor failed for several rounds, though the program runs long enough. */
const jobsLate = (jobs: readonly Job[], upSince: Date): AlertRule => {
  const recurring = jobs.flatMap(({ name, schedule, ...job }) =>
    schedule ? [{ name, patience: patienceFor(schedule), grace: graceFor({ ...job, schedule }) }] : [],
  )
  return {
    kind: 'jobs_late',
    topics: [],
    rows: (now) => sql`
      select ${alertRow({ words: sql`jsonb_build_object('count', l.count, 'names', l.names)`, weight: sql`l.count` })}
      from (
        select count(*) as count, to_jsonb(array_agg(w.name order by w.name)) as names
        from unnest(${recurring.map(({ name }) => name)}::text[], ${recurring.map(({ patience }) => patience)}::float8[],
          ${recurring.map(({ grace }) => grace)}::float8[]) w (name, patience, grace)
        where ${upSince}::timestamptz < ${now}::timestamptz - make_interval(secs => w.grace)
          and not exists (
            select from pgboss.job j where j.name = w.name
              and (j.completed_on > ${now}::timestamptz - make_interval(secs => w.patience) or j.state = 'active'))
      ) l where l.count > 0`,
  }
}

const DAY_MS = 86_400_000

/** The certificate of https that expires soon, or has: browsers turn everybody away then. The self-made one is renewed before. */
const certificateExpiring = (certificate: string): AlertRule => ({
  kind: 'certificate_expiring',
  topics: [],
  rows: (now) => {
    const left = new X509Certificate(certificate).validToDate.getTime() - now.getTime()
    return sql`
      select ${alertRow({ words: sql`jsonb_build_object('days', ${Math.max(0, Math.floor(left / DAY_MS))}::int)` })}
      where ${left <= CERTIFICATE_DAYS * DAY_MS}`
  },
})

/** The clocks of server and database that are too far apart. */
const clocksApart = (aheadMs: number): AlertRule => ({
  kind: 'clocks_apart',
  topics: [],
  rows: () => sql`
    select ${alertRow({ words: sql`jsonb_build_object('seconds', ${Math.round(Math.abs(aheadMs) / 1000)}::int)` })}
    where ${Math.abs(aheadMs) > CLOCKS_APART_MS}`,
})

interface Looked {
  jobs: readonly Job[]
  /** Since when the program runs. */
  upSince: Date
  /** That of https, as this process serves it; a process that serves none says nothing of it. */
  certificate?: string | undefined
}

/** What is wrong with the server itself: work that stays away, and disks that fill up. */
export const systemAlerts = async (db: Db, { jobs, upSince, certificate }: Looked): Promise<readonly AlertRule[]> => {
  const disks = await db.selectFrom('system_disks').select(['free_bytes', 'total_bytes']).execute()
  const ahead = await clockAhead(async () => (await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)).rows[0]!.at)
  return [
    diskLow(disks.filter(isDiskLow).map(({ free_bytes }) => free_bytes)),
    jobsLate(jobs, upSince),
    clocksApart(ahead),
    ...(certificate === undefined ? [] : [certificateExpiring(certificate)]),
  ]
}
