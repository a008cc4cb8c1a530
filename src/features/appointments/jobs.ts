import { z } from 'zod'
import { job } from '#platform/jobs/job.ts'

export const remindPatientsJob = job({ name: 'remind-patients', data: z.object({}), schedule: '*/5 * * * *' })
