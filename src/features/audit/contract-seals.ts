import { z } from 'zod'
import { PatientId } from '#shared/paging.ts'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { faults } from './rules.ts'

export const getAuditSeals = endpoint({
  method: 'GET',
  path: '/audit/seals/',
  summary: 'How far the audit log is sealed, and how many rows wait (at most 100,000 are counted)',
  access: 'audit.log',
  response: z
    .object({
      last: z.object({ number: z.int(), sealed_at: Instant, hash: z.string() }).nullable(),
      waiting: z.int(),
      waiting_since: Instant.nullable(),
    })
    .meta({ id: 'AuditSeals' }),
})

const Finding = z
  .object({
    fault: z.enum(faults),
    seal: z.int().nullable(),
    sealed_at: Instant.nullable(),
    id: z.int().nullable(),
    /** Of a row that was moved: the id under which it was sealed. */
    sealed_as: z.int().nullable(),
    /** What the row says now; null when it is gone. */
    row: z
      .object({ at: Instant, actor_name: z.string().nullable(), action: z.string(), entity: z.string(), patient_id: PatientId.nullable() })
      .nullable(),
    touched: z.int(),
  })
  .meta({ id: 'AuditFinding' })

export const verifyAuditLog = endpoint({
  method: 'POST',
  path: '/audit/verify/',
  summary: 'Check the rows that were sealed within the last day, at most the newest 100,000; all of them: npm run audit:verify',
  access: 'audit.log',
  response: z
    .object({
      seals: z.int(),
      rows: z.int(),
      /** When the first of these seals was made; null when there is none. */
      since: Instant.nullable(),
      finding: Finding.nullable(),
    })
    .meta({ id: 'AuditVerification' }),
})
