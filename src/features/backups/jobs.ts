import { z } from 'zod'
import { job } from '#platform/jobs/job.ts'

const HOURS = 3_600

const ofRow = z.strictObject({ id: z.int() })

/** Makes the backup of a row that waits. */
export const takeJob = job({ name: 'make-backup', data: ofRow, most: 10, mostOfOne: 2, retries: 0, maxSeconds: 6 * HOURS })

/** Restores a backup beside the clinic and compares it. */
export const checkJob = job({ name: 'verify-backup', data: ofRow, most: 20, mostOfOne: 5, retries: 0, maxSeconds: 12 * HOURS })

/** Looks whether a backup is due; also when the program starts, as it may have been switched off at night. */
export const nightlyJob = job({ name: 'nightly-backup', data: z.strictObject({}), schedule: '*/20 * * * *', atStart: true, retries: 0 })
