import { z } from 'zod'
import { emergencyKinds } from '#features/patients/contract-restricted.ts'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, pageQuery, PatientId } from '#shared/paging.ts'
import { line } from '#shared/text.ts'

const EmergencyAccess = z
  .object({
    id: z.int(),
    patient: PatientId,
    patient_name: z.string(),
    patient_number: z.string(),
    user: z.int(),
    user_name: z.string(),
    kind: z.enum(emergencyKinds),
    reason: z.string(),
    started_at: Instant,
    /** When the time was up or will be; `ended_at` when it was ended before. */
    until: Instant,
    ended_at: Instant.nullable(),
    reviewed_at: Instant.nullable(),
    reviewed_by: z.string().nullable(),
    review: z.string().nullable(),
  })
  .meta({ id: 'EmergencyAccess' })
export type EmergencyAccess = z.output<typeof EmergencyAccess>

export const listEmergencies = endpoint({
  method: 'GET',
  path: '/audit/emergency-accesses/',
  summary: 'Restricted records that were opened in an emergency, newest first; `state=waiting`: those that nobody has reviewed',
  access: 'audit.log',
  audit: 'read',
  paged: true,
  live: ['notifications'],
  query: fields({ limit: pageQuery.limit, cursor: pageQuery.cursor, state: z.enum(['waiting', 'reviewed']).optional() }),
  response: z.array(EmergencyAccess),
})

export const reviewEmergency = endpoint({
  method: 'POST',
  path: '/audit/emergency-accesses/{id}/review/',
  summary: 'Say what came of looking into an emergency access; once, and never by whoever opened the record',
  access: 'audit.log',
  params: ById,
  body: fields({ review: line(500) }),
  status: 200,
  response: EmergencyAccess,
})
