import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, ignored, MAX_ID, pageQuery, PatientId, Ref, version } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { DirectionsInput } from '#features/directions/contract.ts'
import { Overrides, SafetyWarning } from '#features/drugs/contract.ts'
import { LineDirections } from '#features/prescriptions/contract.ts'

export const requestStatuses = ['pending', 'asked', 'accepted', 'declined', 'done'] as const
export type RequestStatus = (typeof requestStatuses)[number]

/** What the pharmacy may answer, by where a request stands. Asking back and the patient's answer to it are remarks. */
export const requestAnswers: Record<RequestStatus, readonly RequestStatus[]> = {
  pending: ['accepted', 'declined'],
  asked: ['accepted', 'declined'],
  accepted: ['declined', 'done'],
  // Taken back: it was a mistake, or the patient came after all.
  declined: ['accepted'],
  done: ['accepted'],
}

/** A medicine that a patient asks for again, as it was prescribed last. */
const RefillLine = z.object({
  prescribed_drug: z.int(),
  prescription: z.int(),
  item: z.int(),
  item_name: z.string(),
  /** What the item is counted in, such as tablet. */
  unit: z.string().nullable(),
  directions: z.string().nullable(),
  structure: DirectionsInput.nullable(),
  /** In plain words, in English. */
  words: z.string(),
  quantity: z.string(),
  /** What the directions came to when it was prescribed; null where they could not be counted, or it was not kept. */
  computed_quantity: z.string().nullable(),
  quantity_dispensed: z.string(),
  prescribed_at: Instant,
  prescribed_by_name: z.string(),
  /** The last time that something of it was handed out. */
  dispensed_at: Instant.nullable(),
})

/** A prescription that was sent in as a picture or PDF, to be filled; or medicines that a patient asks for again. */
export const PrescriptionRequest = z
  .object({
    id: z.int(),
    patient: PatientId,
    patient_name: z.string(),
    patient_number: z.string(),
    /** Done, too, as soon as all of its prescription is handed out. */
    status: z.enum(requestStatuses),
    /** What the clinic prescribes for it; null until it is written, and again when all of that was cancelled. */
    prescription: z.int().nullable(),
    /** All that was written is handed out: nothing about it changes any more. */
    is_handed_out: z.boolean(),
    /** How many questions and answers there are. */
    remark_count: z.int(),
    /** Where the file is read, with the caller's token; null of medicines that are asked for again. */
    public_prescription: z.string().nullable(),
    file: z.object({ name: z.string(), type: z.string(), size: z.int() }).nullable(),
    /** What is asked for again; none of a file. */
    lines: z.array(RefillLine),
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

/** A question of the pharmacy about what was sent in, or an answer to it. */
export const RequestRemark = z
  .object({ id: z.int(), body: z.string(), is_from_patient: z.boolean(), at: Instant, by_name: z.string() })
  .meta({ id: 'PrescriptionRequestRemark' })
export type RequestRemark = z.output<typeof RequestRemark>

export const RequestWithRemarks = PrescriptionRequest.extend({
  /** In the order in which they were written. */
  remarks: z.array(RequestRemark),
  /** The patient's open visit; null for none, and for the patient. */
  visit: z.int().nullable(),
}).meta({ id: 'PrescriptionRequestWithRemarks' })
export type RequestWithRemarks = z.output<typeof RequestWithRemarks>

export const createPrescriptionRequest = endpoint({
  method: 'POST',
  path: '/pharmacy/public-prescription-requests/',
  also: ['/patient-profile/patientprescriptionrequest'],
  summary:
    'Send in a prescription as PDF, PNG or JPEG: a patient for their own record, staff for any patient. For a patient 409 `not_linked`, `deactivated`',
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
  live: ['prescriptions', 'portal'],
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
  live: ['prescriptions', 'portal'],
  params: ById,
  query: fields(pageQuery),
  response: z.array(PrescriptionRequest),
})

export const getPrescriptionRequest = endpoint({
  method: 'GET',
  path: '/pharmacy/public-prescription-requests/{id}/',
  summary: 'A prescription that was sent in, with its questions and answers; 404 for another patient’s',
  access: 'signed-in',
  audit: 'read',
  live: ['prescriptions', 'portal'],
  params: ById,
  response: RequestWithRemarks,
})

export const createRequestRemark = endpoint({
  method: 'POST',
  path: '/pharmacy/public-prescription-requests/{id}/remarks/',
  summary:
    'Ask the patient back (prescriptions.dispense): they are told that there is a question. From the patient: the answer, and it waits for the pharmacy again. 409 `finished` when it is declined or done; for a patient also `deactivated`',
  access: 'signed-in',
  perMinute: 20,
  params: ById,
  body: fields({ body: line(500) }),
  status: 201,
  response: RequestWithRemarks,
})

export const writePrescription = endpoint({
  method: 'POST',
  path: '/pharmacy/public-prescription-requests/{id}/prescription/',
  summary:
    'Write what was sent in as a prescription of the patient’s open visit, or of one that starts at the pharmacy: lines, charges and safety check as when prescribing. 409 `prescribed`, `finished`, `unsafe` with the warnings, `deactivated`, `visit_closed`',
  access: 'pharmacy.transcribe',
  params: ById,
  body: fields({
    lines: z
      .array(fields({ item: Ref, ...LineDirections }))
      .min(1, 'Add at least one line.')
      .max(50),
    /** Who wrote the paper. */
    written_by: line(150),
    /** The day on the paper: not a later one than today, and not longer ago than a prescription is filled. */
    written_on: z.iso.date().optional(),
    /** The open visit that is meant. */
    attendance_process: Ref.optional(),
    overrides: Overrides.optional(),
    ...version,
  }),
  status: 201,
  response: RequestWithRemarks.extend({ warnings: z.array(SafetyWarning) }),
})

export const updatePrescriptionRequest = endpoint({
  method: 'PATCH',
  path: '/pharmacy/public-prescription-requests/{id}/',
  summary:
    'Answer a prescription that was sent in: accepted, declined (with an answer), done, of which the patient is told. 409 `not_possible` for what does not follow',
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
