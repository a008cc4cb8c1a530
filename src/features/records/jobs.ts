import { z } from 'zod'
import { job } from '#platform/jobs/job.ts'

/** Reads a document; `reading` says which of its readings this is: an earlier one has nothing to do any more. */
export const readRecord = job({
  name: 'read-record',
  data: z.strictObject({ record: z.int(), reading: z.int() }),
  retries: 1,
  maxSeconds: 600,
  pollSeconds: 2,
  most: 5_000,
  mostOfOne: 500,
})

/** Looks for documents whose reading was left behind when a process stopped. */
export const findLeftReadings = job({
  name: 'left-readings',
  data: z.strictObject({}),
  schedule: '*/5 * * * *',
  atStart: true,
  retries: 0,
})

/** Removes the bytes of purged documents from the disk. */
export const removePurged = job({
  name: 'remove-purged-files',
  data: z.strictObject({}),
  schedule: '*/5 * * * *',
  atStart: true,
  retries: 0,
  pollSeconds: 2,
  most: 20,
  mayBeLeftOut: true,
})
