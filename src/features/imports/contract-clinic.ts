import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, pageQuery } from '#shared/paging.ts'
import { Said } from '#shared/said.ts'

export const ClinicExport = z
  .object({
    id: z.int(),
    state: z.enum(['waiting', 'running', 'done', 'failed', 'removed']),
    created_at: Instant,
    created_by_name: z.string().nullable(),
    /** Whoever asked for it may take the file, and nobody else. */
    is_own: z.boolean(),
    finished_at: Instant.nullable(),
    bytes: z.int().nullable(),
    rows: z.int().nullable(),
    documents: z.int().nullable(),
    /** Of which rows tell, but whose bytes are gone or altered. */
    missing_documents: z.int().nullable(),
    /** How far it is, in rows and documents; the total is an estimate. */
    done_rows: z.int(),
    total_rows: z.int(),
    failure: Said.nullable(),
    /** When the file goes. */
    expires_at: Instant.nullable(),
  })
  .meta({ id: 'ClinicExport' })
export type ClinicExport = z.output<typeof ClinicExport>

export const listClinicExports = endpoint({
  method: 'GET',
  path: '/exports/',
  summary: 'The exports of the whole clinic, newest first',
  access: 'clinic.export',
  live: ['exports'],
  paged: true,
  query: fields({ limit: pageQuery.limit, cursor: pageQuery.cursor }),
  response: z.array(ClinicExport),
})

export const beginClinicExport = endpoint({
  method: 'POST',
  path: '/exports/',
  summary: 'Export the whole clinic: every table as CSV, every document, and what describes them',
  access: 'clinic.export',
  idempotent: false,
  perMinute: 10,
  body: fields({
    /** That of the person who asks. */
    password: z.string().min(1).max(1000),
  }),
  status: 202,
  response: ClinicExport,
})

export const takeClinicExport = endpoint({
  method: 'GET',
  path: '/exports/{id}/file/',
  summary: 'The file of an export that the caller asked for',
  access: 'clinic.export',
  audit: 'read',
  produces: 'application/zip',
  params: ById,
  response: z.unknown(),
})

export const removeClinicExport = endpoint({
  method: 'DELETE',
  path: '/exports/{id}/',
  summary: 'Delete the file of an export before its time',
  access: 'clinic.export',
  params: ById,
  response: ClinicExport,
})
