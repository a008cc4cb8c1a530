import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { fields, Id, pageQuery, PatientId, ById } from '#shared/paging.ts'
import { Table, tableTypes } from '#shared/table.ts'
import { outcomes, faults } from './rules.ts'
import { emergencyKinds } from '#features/patients/contract-restricted.ts'
import { line } from '#shared/text.ts'

const AuditRow = z
  .object({
    id: z.int(),
    at: Instant,
    actor: z.int().nullable(),
    /** Null: the system itself. */
    actor_name: z.string().nullable(),
    actor_is_patient: z.boolean(),
    action: z.string(),
    entity: z.string(),
    entity_id: z.int().nullable(),
    patient: PatientId.nullable(),
    patient_name: z.string().nullable(),
    patient_number: z.string().nullable(),
    request_id: z.string(),
    ip: z.string().nullable(),
    /** What was changed: each field before and after, or what was recorded. */
    change: z.unknown(),
  })
  .meta({ id: 'AuditRow' })
export type AuditRow = z.output<typeof AuditRow>

const Word = z.string().trim().min(1).max(100)
const filters = {
  actor: Id.optional(),
  patient: Id.optional(),
  action: Word.optional(),
  entity: Word.optional(),
  request_id: Word.optional(),
  /** From this moment on, and up to this one, itself not included. */
  from: Instant.optional(),
  to: Instant.optional(),
}

export const listAuditLog = endpoint({
  method: 'GET',
  path: '/audit/log/',
  summary: 'Who did what, and who looked at what, newest first; reading it leaves a row of its own',
  access: 'audit.log',
  audit: 'read',
  paged: true,
  query: fields({ limit: pageQuery.limit, cursor: pageQuery.cursor, ...filters }),
  response: z.array(AuditRow),
})

export const exportAuditLog = endpoint({
  method: 'GET',
  path: '/audit/log/export/',
  summary: 'The same rows as a table, at most the newest 20,000; JSON, CSV or Excel',
  access: 'audit.export',
  audit: 'read',
  offers: [tableTypes.csv, tableTypes.xlsx],
  query: fields(filters),
  response: Table,
})

export const listAuditWords = endpoint({
  method: 'GET',
  path: '/audit/words/',
  summary: 'The actions and the kinds of records that stand in the log, by which it can be searched',
  access: 'audit.log',
  response: z.object({ actions: z.array(z.string()), entities: z.array(z.string()) }).meta({ id: 'AuditWords' }),
})

const FailedSignIn = z
  .object({
    id: z.int(),
    at: Instant,
    outcome: z.enum(outcomes),
    /** The account whose address it was; null for an address that nobody has here. */
    user: z.int().nullable(),
    user_name: z.string().nullable(),
    email: z.string().nullable(),
    /** The same for the same address, known or not; the address itself is not kept. */
    address_mark: z.string(),
    ip: z.string().nullable(),
    request_id: z.string(),
  })
  .meta({ id: 'FailedSignIn' })
export type FailedSignIn = z.output<typeof FailedSignIn>

export const listFailedSignIns = endpoint({
  method: 'GET',
  path: '/audit/failed-sign-ins/',
  summary: 'Sign-ins that failed, newest first',
  access: 'audit.log',
  audit: 'read',
  paged: true,
  query: fields({
    limit: pageQuery.limit,
    cursor: pageQuery.cursor,
    user: Id.optional(),
    outcome: z.enum(outcomes).optional(),
    from: filters.from,
    to: filters.to,
  }),
  response: z.array(FailedSignIn),
})

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
