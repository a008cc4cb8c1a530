import { z } from 'zod'
import { job } from '#platform/jobs/job.ts'

// Clinics are in every time zone, and some switch their server on in the morning: each hour it does what is left to do.
export const quarantineExpiredJob = job({ name: 'quarantine-expired', data: z.object({}), schedule: '1 * * * *', atStart: true })
