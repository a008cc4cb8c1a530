import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, pageQuery, Ref } from '#shared/paging.ts'
import { Flag } from '#features/laboratory/contract-fields.ts'

const counts = {
  /** How many of its results are told at the clinic; neither their values nor their names are said. */
  at_clinic: z.int(),
  /** How many of its tests are still in progress. */
  pending: z.int(),
}

/** Tests that were asked for together, as far as their patient may see what was found. */
export const OwnResults = z
  .object({
    id: z.int(),
    /** The day in the clinic on which the latest of it was taken, or on which it was asked for. */
    date: z.iso.date(),
    requested_at: Instant,
    /** What was asked for and is released: profiles and tests by name, in the order of the report. */
    tests: z.array(z.string()),
    released: z.int(),
    /** How many of the released results are not within their usual range. */
    outside: z.int(),
    /** Something of it was released, or corrected, since the patient last looked. */
    is_new: z.boolean(),
    ...counts,
  })
  .meta({ id: 'PortalResults' })
export type OwnResults = z.output<typeof OwnResults>

export const listOwnResults = endpoint({
  method: 'GET',
  path: '/portal/results/',
  summary: 'A patient’s own laboratory results as they are released: requests of which there is one, newest first; 409 `not_linked`',
  access: 'patient',
  audit: 'read',
  paged: true,
  live: ['portal'],
  query: fields(pageQuery),
  response: z.array(OwnResults),
})

const Limit = z.string().nullable()
const OwnValue = z.object({
  id: z.int(),
  taken_at: Instant,
  result: z.string(),
  /** UCUM; null of words, and of what is no number. */
  unit: z.string().nullable(),
  /** As a number; null of words, of what is no number, and where it is only known to lie beyond one. */
  value: z.string().nullable(),
  flag: Flag.nullable(),
})
/** One released result. */
export const OwnResult = OwnValue.extend({
  name: z.string(),
  /** The profile that it was asked for in. */
  profile: z.string().nullable(),
  /** What the test is, in plain words; empty where the laboratory wrote none. */
  explanation: z.string(),
  method: z.string(),
  /** What it was held against. */
  low: Limit,
  high: Limit,
  range_text: z.string(),
  comment: z.string(),
  approved_at: Instant,
  /** It takes the place of another that was wrong, which is not shown any more. */
  is_corrected: z.boolean(),
  is_new: z.boolean(),
  /** Earlier released results of the same test in the same unit, oldest first; the latest twelve. */
  previous: z.array(OwnValue),
}).meta({ id: 'PortalResult' })
export type OwnResult = z.output<typeof OwnResult>

export const getOwnResults = endpoint({
  method: 'GET',
  path: '/portal/results/{id}/',
  summary: 'The released results of one of the patient’s own requests; 404 for another’s, and as long as there is none; 409 `not_linked`',
  access: 'patient',
  audit: 'read',
  live: ['portal'],
  params: ById,
  response: z
    .object({ id: z.int(), requested_at: Instant, requested_by_name: z.string(), ...counts, results: z.array(OwnResult) })
    .meta({ id: 'PortalRequestResults' }),
})

export const printOwnResults = endpoint({
  method: 'GET',
  path: '/portal/results/{id}/pdf/',
  summary:
    'The laboratory’s report of one of the patient’s own requests as PDF, released results alone; 409 `nothing_approved`, `not_linked`',
  access: 'patient',
  audit: 'read',
  perMinute: 20,
  params: ById,
  produces: 'application/pdf',
  response: z.string(),
})

export const markResultsRead = endpoint({
  method: 'POST',
  path: '/portal/results/{id}/read/',
  summary: 'The patient has looked at the results of a request: those that are named, or all that are released; 409 `not_linked`',
  access: 'patient',
  // The reading itself has left its row.
  audit: 'none',
  params: ById,
  body: fields({ results: z.array(Ref).min(1).max(500).optional() }),
  status: 200,
  response: z.object({ id: z.int(), is_new: z.boolean() }),
})
