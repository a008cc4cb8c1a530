import { z } from 'zod'
import { job } from '#platform/jobs/job.ts'

const HOUR = 3_600

/** Works on an import; without one, on all that a stopped process left. */
export const workOnImports = job({
  name: 'imports',
  data: z.strictObject({ import: z.int().optional() }),
  schedule: '* * * * *',
  atStart: true,
  pollSeconds: 2,
  retries: 0,
  maxSeconds: 3_600,
  most: 200,
  mostOfOne: 20,
})

/** Throws away what is kept of imports that nobody has worked on for long. */
export const cleanImports = job({ name: 'imports-clean-up', data: z.strictObject({}), schedule: '41 2 * * *', atStart: true })

/** Makes the export of a row that waits. */
export const exportClinic = job({
  name: 'export-clinic',
  data: z.strictObject({ id: z.int() }),
  retries: 0,
  maxSeconds: 6 * HOUR,
  pollSeconds: 2,
  most: 10,
  mostOfOne: 2,
})

/** Takes files away whose time is over, and what a stopped process left. */
export const tidyExports = job({ name: 'tidy-exports', data: z.strictObject({}), schedule: '*/15 * * * *', atStart: true, retries: 0 })
