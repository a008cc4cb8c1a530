import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, ignored, MAX_ID, pageQuery, version } from '#shared/paging.ts'
import { line } from '#shared/text.ts'

export const requestStatuses = ['pending', 'asked', 'accepted', 'declined', 'done'] as const

/** A prescription that was sent in as a picture or PDF, to be filled. */
export const PrescriptionRequest = z
  .object({
    id: z.int(),
    patient: z.int(),
    patient_name: z.string(),
    patient_number: z.string(),
    status: z.enum(requestStatuses),
    /** Where the file is read, with the caller's token. */
    public_prescription: z.string(),
    file: z.object({ name: z.string(), type: z.string(), size: z.int() }),
    note: z.string().nullable(),
    answer: z.string().nullable(),
    date_created: Instant,
    created_by_name: z.string(),
    date_changed: Instant,
    changed_by_name: z.string().nullable(),
    version: z.int(),
  })
  .meta({ id: 'PrescriptionRequest' })
export type PrescriptionRequest = z.output<typeof PrescriptionRequest>

export const createPrescriptionRequest = endpoint({
  method: 'POST',
  path: '/pharmacy/public-prescription-requests/',
  summary: 'Send in a prescription as PDF, PNG or JPEG: a patient for their own record, staff for any patient',
  access: 'signed-in',
  perMinute: 20,
  body: fields({
    // A form has nothing but text.
    patient: z.coerce.number<number | string>().int().min(1).max(MAX_ID).optional(),
    note: line(500).optional(),
    ...ignored('status', 'date_created', 'date_changed'),
  }),
  files: { public_prescription: { maxBytes: 10_485_760, types: ['application/pdf', 'image/png', 'image/jpeg'], required: true } },
  status: 201,
  response: PrescriptionRequest,
})

export const listPrescriptionRequests = endpoint({
  method: 'GET',
  path: '/pharmacy/public-prescription-requests/',
  summary: 'Prescriptions that were sent in, newest first: all for staff who may see prescriptions, their own for a patient',
  access: 'signed-in',
  audit: 'read',
  paged: true,
  live: ['prescriptions'],
  query: fields({ ...pageQuery, status: z.enum(requestStatuses).optional(), patient_id: Id.optional() }),
  response: z.array(PrescriptionRequest),
})

export const listPrescriptionRequestsOfPatient = endpoint({
  method: 'GET',
  path: '/pharmacy/public-prescription/by_patient_id/{id}/',
  summary: 'Prescriptions that were sent in for a patient, newest first',
  access: 'signed-in',
  audit: 'read',
  paged: true,
  live: ['prescriptions'],
  params: ById,
  query: fields(pageQuery),
  response: z.array(PrescriptionRequest),
})

export const updatePrescriptionRequest = endpoint({
  method: 'PATCH',
  path: '/pharmacy/public-prescription-requests/{id}/',
  summary: 'Answer a prescription that was sent in: accepted, declined (with an answer), done',
  access: 'prescriptions.dispense',
  params: ById,
  body: fields({ status: z.enum(requestStatuses).optional(), answer: line(500).nullish(), ...version, ...ignored('id', 'patient') }).refine(
    ({ status, answer }) => status !== undefined || answer !== undefined,
    'Nothing to change.',
  ),
  response: PrescriptionRequest,
})

export const getPrescriptionRequestFile = endpoint({
  method: 'GET',
  path: '/pharmacy/public-prescription-requests/{id}/file/',
  summary: 'The file that was sent in, of the type that the request names',
  access: 'signed-in',
  audit: 'read',
  params: ById,
  produces: 'application/octet-stream',
  response: z.void(),
})
