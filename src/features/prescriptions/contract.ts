import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Quantity } from '#shared/money.ts'
import { ById, fields, Id, ignored, pageQuery, PatientId, Ref, version, YesNo, patchOf } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { orderCharge } from '#features/charges/contract.ts'
import { DirectionsInput } from '#features/directions/contract.ts'
import { Overrides, SafetyWarning } from '#features/drugs/contract.ts'
import { sentDraft } from '#features/order-drafts/contract.ts'

/** A warning that somebody went ahead against. */
export const SafetyOverride = z.object({
  key: z.string(),
  kind: z.string(),
  title: z.string(),
  detail: z.string(),
  reason: z.string(),
  stage: z.enum(['prescribing', 'dispensing']),
  by: z.string(),
  at: Instant,
})

/** One line of a prescription, with its charge. */
export const PrescribedDrug = z
  .object({
    id: z.int(),
    prescription: z.int(),
    visit: z.int(),
    patient: PatientId,
    item: z.int(),
    item_name: z.string(),
    /** What the item is counted in, such as tablet. */
    unit: z.string().nullable(),
    /** As it was typed; null where only its parts were sent. */
    directions: z.string().nullable(),
    /** As it was read; null where it could not be. */
    structure: DirectionsInput.nullable(),
    /** In plain words, in English. */
    words: z.string(),
    dosage: z.string(),
    frequency: z.string(),
    duration: z.string(),
    note: z.string().nullable(),
    /** In units of the item. */
    quantity: z.string(),
    /** What the directions came to when it was written, in the same units; null where they could not be counted, or it was not kept. */
    computed_quantity: z.string().nullable(),
    quantity_dispensed: z.string(),
    is_dispensed: z.boolean(),
    /** Not in the catalogue: obtained elsewhere, never dispensed here, charged or stocked. */
    is_external: z.boolean(),
    /** The last day of the course; null where it has no end. */
    ends_on: z.string().nullable(),
    ...orderCharge,
    overrides: z.array(SafetyOverride),
    /** Other items that were handed out in its place and did not come back: units of them, and why. */
    substitutes: z.array(z.object({ item_name: z.string(), unit: z.string().nullable(), units: z.int(), reason: z.string() })),
    prescribed_at: Instant,
    prescribed_by: z.int(),
    prescribed_by_name: z.string(),
    /** Billed at the till and asked of the pharmacy, not prescribed: `prescribed_by` is the cashier. */
    is_till_request: z.boolean(),
    /** Who wrote the paper that was sent in, and when; null where it was prescribed here, or the paper does not say. */
    written_by: z.string().nullable(),
    written_on: z.string().nullable(),
    cancelled_at: Instant.nullable(),
    cancelled_by_name: z.string().nullable(),
    cancel_reason: z.string().nullable(),
    /** Nothing more of it is handed out, by the pharmacist's word. */
    refused_at: Instant.nullable(),
    refused_by_name: z.string().nullable(),
    refuse_reason: z.string().nullable(),
    /** The line that took the place of this one. */
    replaced_by: z.int().nullable(),
    version: z.int(),
  })
  .meta({ id: 'PrescribedDrug' })
export type PrescribedDrug = z.output<typeof PrescribedDrug>

/** The same, with what the safety check says about it now. */
export const CheckedDrug = PrescribedDrug.extend({ warnings: z.array(SafetyWarning) }).meta({ id: 'CheckedDrug' })
export type CheckedDrug = z.output<typeof CheckedDrug>

/** `external`: all that stands is obtained elsewhere, so that nothing waits at the pharmacy. */
export const prescriptionStatuses = ['pending', 'partially dispensed', 'dispensed', 'cancelled', 'external'] as const
export type PrescriptionStatus = (typeof prescriptionStatuses)[number]

/** The prescription of a visit. */
export const Prescription = z
  .object({
    id: z.int(),
    /** Follows from the lines; pending while there are none. */
    status: z.enum(prescriptionStatuses),
    visit: z.int(),
    patient: PatientId,
    patient_name: z.string(),
    patient_number: z.string(),
    date_created: Instant,
    start_date: z.string().nullable(),
    note: z.string().nullable(),
    /** Who prescribed first; null while there are no lines. */
    created_by: z.int().nullable(),
    created_by_name: z.string().nullable(),
    /** In the order in which they came, the cancelled ones too. */
    prescribed_drugs: z.array(PrescribedDrug),
    version: z.int(),
  })
  .meta({ id: 'Prescription' })
export type Prescription = z.output<typeof Prescription>

/** The same, with what the safety check says about the lines of this request. */
export const CheckedPrescription = Prescription.extend({ warnings: z.array(SafetyWarning) }).meta({ id: 'CheckedPrescription' })
export type CheckedPrescription = z.output<typeof CheckedPrescription>

/** How a line is to be taken: as typed, in structure, or in the three parts of earlier clients. Structure goes before text. */
export const LineDirections = {
  directions: line(300).nullish(),
  structure: DirectionsInput.nullish(),
  dosage: line(100).optional(),
  frequency: line(100).optional(),
  duration: line(100).optional(),
  note: line(500).nullish(),
  /** In units of the item; computed from the directions when absent. */
  quantity: Quantity.optional(),
}
const LineInput = fields({ item: Ref, ...LineDirections })
const overrides = { overrides: Overrides.optional() }

export const createPrescription = endpoint({
  method: 'POST',
  path: '/patients/prescriptions/',
  summary:
    'Prescribe: all lines and their charges, or nothing. Names the visit, the patient (whose open visit it is) or the prescription. 409 `unsafe` with the warnings when one needs a reason, `visit_closed` when the visit is over. With `draft_version` the lines are those of the caller’s draft, which is emptied by it: 412 with the draft when it is another version',
  access: 'prescriptions.change',
  body: fields({
    attendance_process: Ref.optional(),
    patient: Ref.optional(),
    prescription: Ref.optional(),
    start_date: z.iso.date().nullish(),
    note: line(500).nullish(),
    prescribed_drugs: z.array(LineInput).max(50).optional(),
    /** An item that stands already is replaced by its new line, unless it was handed out. */
    replace: z.boolean().optional(),
    ...sentDraft,
    ...overrides,
    ...ignored('created_by', 'status', 'date_created'),
  }),
  status: 201,
  response: CheckedPrescription,
})

export const listPrescriptions = endpoint({
  method: 'GET',
  path: '/patients/prescriptions/',
  summary: 'List prescriptions, newest first; those without lines only when their visit or id is asked for',
  access: 'prescriptions.view',
  audit: 'read',
  paged: true,
  live: ['prescriptions', 'billing'],
  query: fields({
    ...pageQuery,
    status: z.enum(prescriptionStatuses).optional(),
    patient_id: Id.optional(),
    prescription_id: Id.optional(),
    visit: Id.optional(),
  }),
  response: z.array(Prescription),
})

export const getPrescription = endpoint({
  method: 'GET',
  path: '/patients/prescriptions/{id}/',
  summary: 'Read a prescription with its lines',
  access: 'prescriptions.view',
  audit: 'read',
  live: ['prescriptions', 'billing'],
  params: ById,
  response: Prescription,
})

export const updatePrescription = endpoint({
  method: 'PATCH',
  path: '/patients/prescriptions/{id}/',
  summary:
    'Dispense what remains (`dispensed`, with prescriptions.dispense), cancel what was not handed out (`cancelled`, with prescriptions.change), or change note and start. 409 for a status that does not follow from the lines',
  access: 'prescriptions.view',
  params: ById,
  body: fields({
    status: z.enum(prescriptionStatuses).optional(),
    /** Why it is cancelled. */
    reason: line(300).optional(),
    ...overrides,
    start_date: z.iso.date().nullish(),
    note: line(500).nullish(),
    ...version,
    ...ignored('id', 'patient', 'created_by', 'date_created'),
  }).refine(({ status, start_date, note }) => status !== undefined || start_date !== undefined || note !== undefined, 'Nothing to change.'),
  response: CheckedPrescription,
})

export const createPrescribedDrug = endpoint({
  method: 'POST',
  path: '/patients/prescribed-drugs/',
  summary: 'Prescribe one drug or consumable; it charges itself. 409 `unsafe` or `visit_closed`',
  access: 'prescriptions.change',
  body: fields({
    prescription: Ref,
    ...LineInput.shape,
    replace: z.boolean().optional(),
    ...overrides,
    /** Nothing is handed out by prescribing it. */
    is_dispensed: z.literal(false).optional(),
    ...ignored('created_by'),
  }),
  status: 201,
  response: CheckedDrug,
})

export const listPrescribedDrugs = endpoint({
  method: 'GET',
  path: '/patients/prescribed-drugs/',
  summary: 'List prescribed lines, newest first, the cancelled ones too',
  access: 'prescriptions.view',
  audit: 'read',
  paged: true,
  live: ['prescriptions', 'billing'],
  query: fields({
    ...pageQuery,
    prescription_id: Id.optional(),
    prescription_id__id: Id.optional(),
    patient_id: Id.optional(),
    item: Id.optional(),
    is_dispensed: YesNo.optional(),
  }),
  response: z.array(PrescribedDrug),
})

export const listPrescribedDrugsOfPatient = endpoint({
  method: 'GET',
  path: '/patients/prescribed-drugs/by_patient_id/{patient_id}/',
  summary: 'What was prescribed to a patient, newest first, the cancelled lines too',
  access: 'prescriptions.view',
  audit: 'read',
  paged: true,
  live: ['prescriptions', 'billing'],
  params: fields({ patient_id: Id }),
  query: fields(pageQuery),
  response: z.array(PrescribedDrug),
})

export const listPrescribedDrugsOfPrescription = endpoint({
  method: 'GET',
  path: '/patients/prescribed-drugs/by-prescription/{id}/',
  summary: 'The lines of a prescription in the order in which they came, the cancelled ones too',
  access: 'prescriptions.view',
  audit: 'read',
  live: ['prescriptions', 'billing'],
  params: ById,
  response: z.array(PrescribedDrug),
})

const changes = Object.keys(LineDirections).filter((name) => name !== 'quantity')

export const updatePrescribedDrug = endpoint({
  method: 'PATCH',
  path: '/patients/prescribed-drugs/{id}/',
  summary:
    'Hand out a line, wholly or so much of it (`is_dispensed`, with prescriptions.dispense); cancel it with a reason, which takes its charge back; or change how it is taken: a new line takes its place (both with prescriptions.change)',
  access: 'prescriptions.view',
  params: ById,
  body: fields({
    /** With `quantity`: so much of it; all that remains without. */
    is_dispensed: z.literal(true).optional(),
    cancelled: z.literal(true).optional(),
    reason: line(300).optional(),
    ...LineDirections,
    overrides: Overrides.optional(),
    ...version,
    ...ignored('id', 'created_by'),
  })
    .refine(({ cancelled, is_dispensed }) => !cancelled || !is_dispensed, 'Dispense or cancel, not both.')
    .refine(
      ({ cancelled, is_dispensed, ...body }) => !(cancelled || is_dispensed) || !changes.some((name) => name in body),
      'Change, dispense or cancel the line: only one at a time.',
    )
    .refine(
      (body) => body.cancelled || body.is_dispensed || Object.keys(LineDirections).some((name) => name in body),
      'Nothing to change.',
    ),
  response: CheckedDrug,
})

/** What a patient takes that was not prescribed here. */
const MedicineFields = {
  name: line(120),
  directions: line(300).nullish(),
  reason: line(200).nullish(),
  started_on: z.iso.date().nullish(),
}
export const Medicine = z
  .object({
    id: z.int(),
    patient: PatientId,
    name: z.string(),
    directions: z.string().nullable(),
    reason: z.string().nullable(),
    started_on: z.string().nullable(),
    stopped_on: z.string().nullable(),
    stop_reason: z.string().nullable(),
    recorded_at: Instant,
    recorded_by_name: z.string().nullable(),
    /** The document that says so; null for what somebody typed. */
    document: z.int().nullable(),
    version: z.int(),
  })
  .meta({ id: 'PatientMedicine' })
export type Medicine = z.output<typeof Medicine>

export const listMedicines = endpoint({
  method: 'GET',
  path: '/patients/patients/{id}/medicines/',
  summary: 'Medicines from elsewhere, those that are still taken first',
  access: 'prescriptions.view',
  audit: 'read',
  live: ['prescriptions'],
  params: ById,
  response: z.array(Medicine),
})

export const createMedicine = endpoint({
  method: 'POST',
  path: '/patients/patients/{id}/medicines/',
  summary: 'Record a medicine from elsewhere; the safety check knows it from now on. 409 `deactivated`',
  access: 'patients.clinical',
  params: ById,
  body: fields(MedicineFields),
  status: 201,
  response: Medicine,
})

export const updateMedicine = endpoint({
  method: 'PATCH',
  path: '/patients/patients/{id}/medicines/{part}/',
  summary: 'Change or stop a medicine from elsewhere; the safety check forgets it from the day it was stopped. 409 `deactivated`',
  access: 'patients.clinical',
  params: fields({ id: Id, part: Id }),
  body: patchOf(fields({ ...MedicineFields, stopped_on: z.iso.date().nullish(), stop_reason: line(200).nullish() })),
  response: Medicine,
})

/** Something that the patient may be taking now. */
export const CurrentMedicine = z
  .object({
    origin: z.enum(['prescribed', 'elsewhere']),
    /** The prescribed line, or the medicine from elsewhere. */
    id: z.int(),
    name: z.string(),
    substances: z.array(z.string()),
    /** As it was read; null for what comes from elsewhere, and where it could not be. */
    structure: DirectionsInput.nullable(),
    /** In plain words, in English. */
    words: z.string(),
    since: z.string().nullable(),
    ends_on: z.string().nullable(),
    /** The document that says so; null for all others. */
    document: z.int().nullable(),
  })
  .meta({ id: 'CurrentMedicine' })

export const listCurrentMedicines = endpoint({
  method: 'GET',
  path: '/patients/patients/{id}/current-medicines/',
  summary: 'What the patient may be taking now, as the safety check sees it: prescribed here, or from elsewhere',
  access: 'prescriptions.view',
  audit: 'read',
  live: ['prescriptions'],
  params: ById,
  response: z.array(CurrentMedicine),
})

export const getPrescriptionPdf = endpoint({
  method: 'GET',
  path: '/patients/download_prescription_pdf/{id}/',
  also: ['/download_prescription_pdf/{id}/'],
  summary:
    'A prescription in plain words, to be taken along (PDF), with allergies, weight of children, pregnancy, and the signed diagnoses for who may read notes; `diagnosis=false` leaves these out',
  access: 'prescriptions.view',
  audit: 'read',
  params: ById,
  query: fields({ diagnosis: YesNo.optional() }),
  produces: 'application/pdf',
  response: z.void(),
})
