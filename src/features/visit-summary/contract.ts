import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, pageQuery } from '#shared/paging.ts'

/** Of the PDF; the clinic's wording, the patient's or the clinic's unless it is named. */
const language = { language: z.enum(['en', 'sw', 'fr']).optional() }

export const printVisitSummary = endpoint({
  method: 'GET',
  path: '/patients/visits/{id}/summary/',
  summary:
    'What a patient takes home of a visit, in plain words, as PDF: why they came, what was found, released results, medicines, what to do next. 409 `not_signed` before a note of the visit is signed',
  access: 'consultations.view',
  audit: 'read',
  params: ById,
  query: fields(language),
  produces: 'application/pdf',
  response: z.void(),
})

export const OwnVisit = z
  .object({ id: z.int(), number: z.string(), began_at: Instant, reason: z.string(), seen_by: z.array(z.string()) })
  .meta({ id: 'PortalVisit' })
export type OwnVisit = z.output<typeof OwnVisit>

export const listOwnVisits = endpoint({
  method: 'GET',
  path: '/portal/visits/',
  summary: 'The visits of the patient who is signed in of which a note is signed, newest first; 409 `not_linked`',
  access: 'patient',
  audit: 'read',
  paged: true,
  live: ['portal'],
  query: fields(pageQuery),
  response: z.array(OwnVisit),
})

export const printOwnVisitSummary = endpoint({
  method: 'GET',
  path: '/portal/visits/{id}/summary/',
  summary:
    'The summary of one of the patient’s own visits as PDF; 404 for another’s, and as long as no note of it is signed; 409 `not_linked`',
  access: 'patient',
  audit: 'read',
  perMinute: 20,
  params: ById,
  query: fields(language),
  produces: 'application/pdf',
  response: z.void(),
})
