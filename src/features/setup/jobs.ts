import { z } from 'zod'
import { job } from '#platform/jobs/job.ts'

/** Loads or removes the demonstration. */
export const demonstrationJob = job({
  name: 'demonstration',
  data: z.strictObject({ work: z.enum(['loading', 'removing']) }),
  retries: 0,
  maxSeconds: 900,
  pollSeconds: 2,
})
