import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields } from '#shared/paging.ts'
import { line } from '#shared/text.ts'

/** What the patient sees of a request's results online, and by whose word. */
export const LabRelease = z
  .object({
    /** How many results of it the patient sees now. */
    released: z.int(),
    /** How many they are to ask for at the clinic: held back, told in person, or critical and not told yet. */
    at_clinic: z.int(),
    /** How many are approved and not shown yet: the hours after approval have not passed, or nothing is shown online. */
    hidden: z.int(),
    /** The last word holds them back. */
    is_held: z.boolean(),
    /** Newest first. */
    decisions: z.array(
      z.object({ id: z.int(), is_held: z.boolean(), reason: z.string(), decided_at: Instant, decided_by_name: z.string() }),
    ),
  })
  .meta({ id: 'LabRelease' })
export type LabRelease = z.output<typeof LabRelease>

export const getLabRelease = endpoint({
  method: 'GET',
  path: '/lab/lab-test-requests/{id}/release/',
  summary: 'What the patient sees of a request’s results online, and who held them back or released them',
  access: 'laboratory.view',
  audit: 'read',
  live: ['laboratory', 'catalogue'],
  params: ById,
  response: LabRelease,
})
export const decideLabRelease = endpoint({
  method: 'POST',
  path: '/lab/lab-test-requests/{id}/release/',
  summary:
    'Hold the results of a request back from the patient’s page, or release what is approved of it (also what is told in person; never a critical value that nobody was told of). 409 `held` or `released` when that is the last word already, `nothing_approved`',
  access: 'laboratory.approve',
  params: ById,
  body: fields({ is_held: z.boolean(), reason: line(300) }),
  status: 201,
  response: LabRelease,
})
