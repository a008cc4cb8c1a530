import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { fields, Id, pageQuery, PatientId } from '#shared/paging.ts'
import { Table, tableTypes } from '#shared/table.ts'
import { outcomes } from './rules.ts'

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
  summary: 'The deeds and the kinds of records that stand in the log, by which it can be searched',
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
