import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, pageQuery } from '#shared/paging.ts'

export const AccessEntry = z.object({
  at: Instant,
  user_name: z.string().nullable(),
  /** Why, where a restricted record was opened in an emergency. */
  emergency: z.object({ kind: z.string(), reason: z.string() }).nullable(),
  action: z.string(),
  entity: z.string(),
  /** It was the patient, in the portal. */
  is_patient: z.boolean(),
})
export const listAccessLog = endpoint({
  method: 'GET',
  path: '/patients/patients/{id}/access-log/',
  summary: 'Who read or changed the record of a patient, newest first',
  access: 'audit.view',
  audit: 'read',
  paged: true,
  params: ById,
  /** Days in the clinic, both included. */
  query: fields({ ...pageQuery, from: z.iso.date().optional(), until: z.iso.date().optional() }),
  response: z.array(AccessEntry.extend({ id: z.int() })),
})
