import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, pageQuery, PatientId, YesNo } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { Flag } from './contract-fields.ts'

/** A critical value that somebody has to be told of, and who told whom. */
export const CriticalCall = z
  .object({
    id: z.int(),
    patient: PatientId,
    patient_name: z.string(),
    patient_number: z.string(),
    patient_phone: z.string().nullable(),
    visit: z.int(),
    doctor_name: z.string().nullable(),
    requested_by_name: z.string(),
    request_panel: z.int(),
    test_panel_name: z.string(),
    result: z.string(),
    unit: z.string().nullable(),
    flag: Flag,
    /** Entered and not yet approved: it is told all the same. */
    is_approved: z.boolean(),
    opened_at: Instant,
    /** Nobody was told within the time that was set. */
    is_overdue: z.boolean(),
    closed_at: Instant.nullable(),
    close_reason: z.string().nullable(),
    seen_at: Instant.nullable(),
    seen_by_name: z.string().nullable(),
    tries: z.array(
      z.object({
        id: z.int(),
        called_at: Instant,
        called_by_name: z.string(),
        called_to: z.string(),
        is_reached: z.boolean(),
        is_read_back: z.boolean(),
        note: z.string(),
      }),
    ),
  })
  .meta({ id: 'LabCriticalCall' })
export type CriticalCall = z.output<typeof CriticalCall>

export const listCriticalCalls = endpoint({
  method: 'GET',
  path: '/lab/critical-calls/',
  summary: 'Critical values: those nobody was told of yet, longest waiting first; with `closed` the others, newest first',
  access: 'laboratory.view',
  audit: 'read',
  paged: true,
  live: ['laboratory'],
  query: fields({
    ...pageQuery,
    closed: YesNo.optional(),
    visit: Id.optional(),
    patient_id: Id.optional(),
  }),
  response: z.array(CriticalCall),
})
export const recordCriticalTry = endpoint({
  method: 'POST',
  path: '/lab/critical-calls/{id}/tries/',
  summary: 'Write down a call: whom, reached or not, read back or not. Reached and read back closes it; 409 `closed`',
  access: 'laboratory.enter',
  params: ById,
  body: fields({
    called_to: line(120),
    is_reached: z.boolean(),
    is_read_back: z.boolean(),
    note: z.string().trim().max(300).default(''),
  }),
  status: 201,
  response: CriticalCall,
})
export const markCriticalSeen = endpoint({
  method: 'POST',
  path: '/lab/critical-calls/{id}/seen/',
  summary: 'The doctor has seen the value: it closes the call. Once; again it answers the same',
  access: 'laboratory.request',
  params: ById,
  body: fields({}),
  status: 200,
  response: CriticalCall,
})
