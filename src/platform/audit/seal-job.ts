import { z } from 'zod'
import { job, perform } from '#platform/jobs/job.ts'
import { sealTrail } from './seal.ts'

export const sealAudit = job({ name: 'seal-audit', data: z.strictObject({}), schedule: '* * * * *', atStart: true, pollSeconds: 15 })

/** Seals the audit trail, each minute. */
export const sealWork = perform(sealAudit, async ({ db, now, signal }) => {
  await sealTrail(db, { now, signal })
})
