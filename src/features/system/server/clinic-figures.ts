import { X509Certificate } from 'node:crypto'
import { sql } from 'kysely'
import { Gauge, Registry } from 'prom-client'
import type { ClinicPlace } from '#platform/backup/place.ts'
import type { Db } from '#platform/db/connect.ts'
import { aheadSince } from '#platform/db/clock-difference.ts'
import type { Job } from '#platform/jobs/job.ts'
import { findDisks } from './disks.ts'
import { findJobs } from './find-jobs.ts'

interface Looking {
  db: Db
  place: ClinicPlace
  jobs: readonly Job[]
  /** That of https; undefined for plain http. */
  certificate: string | undefined
  now: Date
}

interface Facts {
  database_bytes: number
  used: number
  maximum: number
  made: Date | null
  verified: Date | null
  began: Date
  at: Date
}

const findFacts = async (db: Db): Promise<Facts> => {
  const { rows } = await sql<Facts>`
    select pg_database_size(current_database())::float8 as database_bytes, s.used, s.maximum,
      (select max(started_at) from backups where state = 'done') as made,
      (select max(started_at) from backups where state = 'done' and check_state = 'passed') as verified,
      (select min(applied_at) from schema_migrations) as began, clock_timestamp() as at
    from system_sessions() s`.execute(db)
  if (!rows[0]) throw new Error('The database says nothing of itself')
  return rows[0]
}

/**
 * What the clinic as a whole stands at, in Prometheus' text format, by the names in docs/running.md. Unlike the figures of the processes it is the same
 * whichever of them is asked.
 */
export const clinicFigures = async ({ db, place, jobs, certificate, now }: Looking): Promise<string> => {
  const registry = new Registry()
  const gauge = <L extends string = never>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge({ name: `kliniki_${name}`, help, labelNames, registers: [registry] })
  const asked = Date.now()
  const { database_bytes, used, maximum, made, verified, began, at } = await findFacts(db)
  const ahead = aheadSince(asked, at)
  const [{ kinds }, disks] = await Promise.all([findJobs(db, jobs, now), findDisks(db, place)])

  const age = gauge('backup_age_seconds', 'Time since the last backup was begun, or since the clinic began where there is none.', ['kind'])
  age.set({ kind: 'made' }, (now.getTime() - (made ?? began).getTime()) / 1000)
  age.set({ kind: 'verified' }, (now.getTime() - (verified ?? began).getTime()) / 1000)
  const sum = (pick: (kind: (typeof kinds)[number]) => number) => kinds.reduce((total, kind) => total + pick(kind), 0)
  gauge('jobs_failed', 'Background jobs of the last week that failed for good and were not discarded.').set(sum(({ failed }) => failed))
  gauge('jobs_overdue', 'Kinds of recurring background jobs that were not done for several rounds.').set(
    sum(({ is_late }) => Number(is_late)),
  )
  gauge('jobs_waiting', 'Background jobs that wait for their turn.').set(sum(({ waiting }) => waiting))
  const free = gauge('disk_free_bytes', 'Free space on the disk of the data and of the backups.', ['place'])
  const size = gauge('disk_size_bytes', 'Size of that disk.', ['place'])
  for (const { place: name, free_bytes, total_bytes } of disks) {
    if (free_bytes === null || total_bytes === null) continue
    free.set({ place: name }, free_bytes)
    size.set({ place: name }, total_bytes)
  }
  gauge('database_size_bytes', 'Size of the database.').set(database_bytes)
  gauge('database_connections', 'Connections to the database server.').set(used)
  gauge('database_connections_max', 'Connections that the database server takes.').set(maximum)
  gauge('database_clock_ahead_seconds', 'How far the clock of the database is ahead of that of this machine.').set(ahead / 1000)
  if (certificate !== undefined)
    gauge('certificate_expiry_timestamp_seconds', 'When the certificate of https expires.').set(
      new X509Certificate(certificate).validToDate.getTime() / 1000,
    )
  return registry.metrics()
}
