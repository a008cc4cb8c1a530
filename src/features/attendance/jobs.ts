import { z } from 'zod'
import { job } from '#platform/jobs/job.ts'

/** Looks each quarter of an hour, and when the program starts: it may have been switched off at night. */
export const endOfDayJob = job({ name: 'close-left-open', data: z.strictObject({}), schedule: '*/15 * * * *', atStart: true, retries: 0 })
