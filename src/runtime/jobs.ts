import { sealAudit } from '#platform/audit/seal-job.ts'
import { cleanUp } from '#platform/jobs/clean-up.ts'
import type { Job } from '#platform/jobs/job.ts'
import { exportsOfEach } from '../features/each.ts'

/**
 * Every kind of work that is done outside requests, as what it is called and when it is due: all that the features export from their `jobs.ts`.
 * Apart from what does it, because each start makes the queues in a process of its own, which would load the whole program for that.
 */
export const jobs: readonly Job[] = [
  cleanUp,
  sealAudit,
  ...[...(await exportsOfEach('jobs.ts')).values()].flatMap((exported) => Object.values(exported) as Job[]),
]
