import { z } from 'zod'
import { job } from '#platform/jobs/job.ts'

export const lookAtNotifications = job({
  name: 'look-at-notifications',
  data: z.object({}),
  schedule: '*/2 * * * *',
  atStart: true,
  retries: 0,
})
