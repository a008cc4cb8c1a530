import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { fields, Id, PatientId, ignored, pageQuery, Ref, version, ById, MAX_ID } from '#shared/paging.ts'
import { SexOverride } from './contract-fields.ts'
import { line, email, phone } from '#shared/text.ts'

export const publicLabStatuses = ['pending', 'confirmed', 'collected', 'done', 'cancelled'] as const
export const PublicLabStatus = z.enum(publicLabStatuses, { error: `Choose one of: ${publicLabStatuses.join(', ')}.` })

/** A laboratory service that somebody asked for, with the paper of whoever sends them. */
export const PublicLabRequest = z
  .object({
    id: z.int(),
    /** Null: sent without signing in, and not matched yet. */
    patient: PatientId.nullable(),
    patient_name: z.string().nullable(),
    patient_number: z.string().nullable(),
    /** As it was sent by somebody who was not signed in. */
    name: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    birth_date: z.string().nullable(),
    status: PublicLabStatus,
    test_profile: z.int(),
    test_profile_name: z.string(),
    appointment_date: Instant,
    /** Where the file is read, with the caller's token; null: none was sent. */
    lab_request: z.string().nullable(),
    file: z.object({ name: z.string(), type: z.string(), size: z.int() }).nullable(),
    note: z.string(),
    /** What the laboratory says to it; the patient reads it. */
    answer: z.string(),
    sample_collected: z.boolean(),
    sample_id: z.int().nullable(),
    /** The request that was made of it in a visit. */
    request: z.int().nullable(),
    /** The patient's open visit; null for none, and for the patient. */
    visit: z.int().nullable(),
    process: z.int().nullable(),
    date_created: Instant,
    date_changed: Instant,
    changed_by_name: z.string().nullable(),
    version: z.int(),
  })
  .meta({ id: 'PublicLabRequest' })
export type PublicLabRequest = z.output<typeof PublicLabRequest>

const wished = {
  // A form has nothing but text.
  test_profile: z.coerce.number<number | string>().int().min(1).max(MAX_ID),
  /** When they would come. */
  appointment_date: Instant,
  note: line(500).optional(),
}
const file = { lab_request: { maxBytes: 10_485_760, types: ['application/pdf', 'image/png', 'image/jpeg'] } } as const
export const createPublicLabRequest = endpoint({
  method: 'POST',
  path: '/lab/public-lab-test-request/',
  also: ['/patientlabtestrequest', '/patient-profile/patientlabtestrequest'],
  summary:
    'Ask for a laboratory service, with the paper as PDF, PNG or JPEG: without signing in by name and telephone or e-mail, a patient for their own record, staff for any patient. Who is not signed in learns nothing but that it came. For a patient 409 `not_linked`, `deactivated`',
  access: 'public',
  perMinute: 10,
  body: fields({
    ...wished,
    /** By staff; a patient's own is taken from the token. */
    patient: z.coerce.number<number | string>().int().min(1).max(MAX_ID).optional(),
    name: line(120).optional(),
    phone: phone.optional(),
    email: email.optional(),
    birth_date: z.iso.date().optional(),
    ...ignored('status', 'sample_collected', 'sample_id', 'date_created', 'date_changed'),
  }),
  files: file,
  status: 201,
  response: PublicLabRequest.partial().and(z.object({ status: PublicLabStatus })),
})
export const listPublicLabRequests = endpoint({
  method: 'GET',
  path: '/lab/public-lab-test-request/',
  summary: 'Laboratory services that were asked for, newest first: all for staff who see requests, their own for a patient',
  access: 'signed-in',
  audit: 'read',
  paged: true,
  live: ['laboratory', 'portal'],
  query: fields({ ...pageQuery, status: PublicLabStatus.optional(), patient_id: Id.optional() }),
  response: z.array(PublicLabRequest),
})
export const getPublicLabRequest = endpoint({
  method: 'GET',
  path: '/lab/public-lab-test-request/{id}/',
  summary: 'A laboratory service that was asked for; 404 for another patient’s',
  access: 'signed-in',
  audit: 'read',
  live: ['laboratory', 'portal'],
  params: ById,
  response: PublicLabRequest,
})
export const updatePublicLabRequest = endpoint({
  method: 'PUT',
  path: '/lab/public-lab-test-request/{id}/',
  summary:
    'Answer it: match it to a patient, confirm, cancel with an answer, say that the sample was taken, or that it is done; 409 `not_possible` for a step that does not follow, `finished`, `requested`',
  access: 'laboratory.request',
  params: ById,
  body: fields({
    status: PublicLabStatus.optional(),
    patient: Ref.nullish(),
    appointment_date: Instant.optional(),
    test_profile: Ref.optional(),
    answer: z.string().trim().max(500).optional(),
    sample_collected: z.boolean().optional(),
    sample_id: Ref.nullish(),
    ...version,
    ...ignored('date_created', 'date_changed', 'lab_request'),
  }),
  response: PublicLabRequest,
})
export const requestPublicLab = endpoint({
  method: 'POST',
  path: '/lab/public-lab-test-request/{id}/request/',
  summary:
    'Make a laboratory request of it in the patient’s open visit, with charges and samples; once. 409 `no_visit`, `requested`, `not_matched`, `finished`, `other_sex` without `sex_override`',
  access: 'laboratory.request',
  params: ById,
  body: fields({ sex_override: SexOverride, ...version }),
  status: 201,
  response: PublicLabRequest,
})
export const getPublicLabFile = endpoint({
  method: 'GET',
  path: '/lab/public-lab-test-request/{id}/file/',
  summary: 'The paper that was sent with it; 404 for another patient’s',
  access: 'signed-in',
  audit: 'read',
  params: ById,
  produces: 'application/octet-stream',
  response: z.string(),
})
