import { z } from 'zod'
import { job } from '#platform/jobs/job.ts'

/** Sends all that is due. Asked for when something is queued for now; each minute for what waited, failed for a while or was interrupted. */
export const sendMessages = job({
  name: 'send-messages',
  data: z.strictObject({}),
  schedule: '* * * * *',
  retries: 0,
  maxSeconds: 300,
  pollSeconds: 5,
  most: 10,
  mayBeLeftOut: true,
})
