import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { fields } from '#shared/paging.ts'
import { line } from '#shared/text.ts'

const Disk = z.object({
  place: z.enum(['data', 'backups']),
  /** The folder on the server. */
  folder: z.string(),
  /** Null when it cannot be looked at. */
  free_bytes: z.int().nullable(),
  total_bytes: z.int().nullable(),
  is_low: z.boolean(),
})

const Table = z.object({
  name: z.string(),
  /** With its indexes and what lies beside it. */
  bytes: z.int(),
  /** As the database estimates them. */
  rows: z.int(),
  dead_rows: z.int(),
  vacuumed_at: Instant.nullable(),
})

export const SystemState = z
  .object({
    version: z.string(),
    node_version: z.string(),
    database_version: z.string(),
    /** The database is the program's own, not one of another server. */
    is_embedded: z.boolean(),
    schema: z.object({ version: z.int(), name: z.string(), applied_at: Instant }),
    started_at: Instant,
    database_started_at: Instant,
    /** Processes that answer requests. */
    workers: z.int(),
    platform: z.string(),
    time_zone: z.string(),
    clinic_time_zone: z.string(),
    /** Of the server's own clock. */
    now: Instant,
    /** How far the database's clock is ahead of the server's. */
    database_ahead_ms: z.int(),
    disks: z.array(Disk),
    database_bytes: z.int(),
    documents: z.object({ count: z.int(), bytes: z.int() }),
    backups: z.object({ count: z.int(), bytes: z.int() }),
    /** The ten largest. */
    tables: z.array(Table),
    connections: z.object({ used: z.int(), maximum: z.int() }),
    /** What cannot be printed because an optional font is not installed. */
    missing_fonts: z.array(z.string()),
    /** Of the transaction that runs longest, in seconds; null when none does. */
    longest_transaction: z.number().nullable(),
  })
  .meta({ id: 'SystemState' })
export type SystemState = z.output<typeof SystemState>

export const getSystem = endpoint({
  method: 'GET',
  path: '/system/',
  summary: 'Versions, clocks, disks and the database of this program',
  access: 'system.view',
  live: ['system'],
  response: SystemState,
})

const Cost = z.object({
  /** Without any value in it; empty: all others together. */
  text: z.string(),
  calls: z.int(),
  /** Those that the program answered with a fault of its own, or the database refused. */
  failed: z.int(),
  mean_ms: z.number(),
  p95_ms: z.number(),
  max_ms: z.number(),
  /** Of the time of all of them, from 0 to 1. */
  share: z.number(),
})
export type Cost = z.output<typeof Cost>

export const getSystemFigures = endpoint({
  method: 'GET',
  path: '/system/figures/',
  summary: 'What took longest in the last week: statements of the program without their values, and requests by route',
  access: 'system.view',
  response: z.object({ statements: z.array(Cost), requests: z.array(Cost) }).meta({ id: 'SystemFigures' }),
})

const Kind = z.object({
  name: z.string(),
  /** It comes round by itself. */
  is_recurring: z.boolean(),
  waiting: z.int(),
  active: z.int(),
  failed: z.int(),
  /** In the last seven days. */
  completed: z.int(),
  last_done_at: Instant.nullable(),
  last_failed_at: Instant.nullable(),
  mean_seconds: z.number().nullable(),
  next_at: Instant.nullable(),
  /** It has not come round for too long. */
  is_late: z.boolean(),
})

const Failure = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Failed for good, or waits to be tried again. */
  state: z.enum(['failed', 'retry']),
  /** In words, without values of anybody's record. */
  error: z.string(),
  tries: z.int(),
  created_at: Instant,
  failed_at: Instant.nullable(),
  /** When it is tried again by itself. */
  retry_at: Instant.nullable(),
  /** The same work, with the same data, was done since. */
  is_over: z.boolean(),
})

export const SystemJobs = z
  .object({
    kinds: z.array(Kind),
    /** The newest hundred. */
    failures: z.array(Failure),
  })
  .meta({ id: 'SystemJobs' })
export type SystemJobs = z.output<typeof SystemJobs>

export const getSystemJobs = endpoint({
  method: 'GET',
  path: '/system/jobs/',
  summary: 'Work in the background: how much of each kind waits, ran and failed, and why',
  access: 'system.view',
  live: ['system'],
  response: SystemJobs,
})

const JobPath = fields({ id: z.uuid('Send the id of a job.') })
const KindPath = fields({ name: z.string().regex(/^[a-z][a-z-]{0,59}$/, 'Send the name of a kind of work.') })
const Reason = fields({ reason: line(200) })

export const retryJob = endpoint({
  method: 'POST',
  path: '/system/jobs/{id}/retry/',
  summary: 'Try a job that failed once more',
  access: 'system.manage',
  params: JobPath,
  response: SystemJobs,
})

export const discardJob = endpoint({
  method: 'POST',
  path: '/system/jobs/{id}/discard/',
  summary: 'Give up a job that failed, with a reason',
  access: 'system.manage',
  params: JobPath,
  body: Reason,
  response: SystemJobs,
})

export const retryKind = endpoint({
  method: 'POST',
  path: '/system/jobs/kinds/{name}/retry/',
  summary: 'Try all jobs of a kind that failed once more; of work that comes round by itself the newest, which does it all',
  access: 'system.manage',
  params: KindPath,
  response: SystemJobs,
})

export const discardKind = endpoint({
  method: 'POST',
  path: '/system/jobs/kinds/{name}/discard/',
  summary: 'Give up all jobs of a kind that failed, with a reason',
  access: 'system.manage',
  params: KindPath,
  body: Reason,
  response: SystemJobs,
})
