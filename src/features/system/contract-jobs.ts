import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { fields } from '#shared/paging.ts'
import { line } from '#shared/text.ts'

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
