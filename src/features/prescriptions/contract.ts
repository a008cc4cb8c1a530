import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Quantity } from '#shared/money.ts'
import { ById, fields, Id, ignored, pageQuery, Ref, version } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { orderCharge } from '#features/charges/contract.ts'

/** One line of a prescription, with its charge. */
export const PrescribedDrug = z
  .object({
    id: z.int(),
    prescription: z.int(),
    visit: z.int(),
    patient: z.int(),
    item: z.int(),
    item_name: z.string(),
    dosage: z.string(),
    frequency: z.string(),
    duration: z.string(),
    note: z.string().nullable(),
    /** In units of the item. */
    quantity: z.string(),
    is_dispensed: z.boolean(),
    ...orderCharge,
    prescribed_at: Instant,
    prescribed_by: z.int(),
    prescribed_by_name: z.string(),
    cancelled_at: Instant.nullable(),
    cancelled_by_name: z.string().nullable(),
    cancel_reason: z.string().nullable(),
    version: z.int(),
  })
  .meta({ id: 'PrescribedDrug' })
export type PrescribedDrug = z.output<typeof PrescribedDrug>

export const createPrescribedDrug = endpoint({
  method: 'POST',
  path: '/patients/prescribed-drugs/',
  summary: 'Prescribe a drug or consumable, each once; it charges itself. 409 `visit_closed` when the visit is over',
  access: 'prescriptions.change',
  body: fields({
    prescription: Ref,
    item: Ref,
    dosage: line(100),
    frequency: line(100),
    duration: line(100),
    note: line(500).nullish(),
    /** In units of the item; one when absent. */
    quantity: Quantity.optional(),
    /** Nothing is handed out by prescribing it. */
    is_dispensed: z.literal(false).optional(),
    ...ignored('created_by'),
  }),
  status: 201,
  response: PrescribedDrug,
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

export const cancelPrescribedDrug = endpoint({
  method: 'PATCH',
  path: '/patients/prescribed-drugs/{id}/',
  summary: 'Cancel a line that was not dispensed: its charge comes off the draft, or is credited when it was billed',
  access: 'prescriptions.change',
  params: ById,
  body: fields({ cancelled: z.literal(true), reason: line(300), ...version }),
  response: PrescribedDrug,
})
