import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { fields, pageQuery, Ref } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { DirectionsInput } from '#features/directions/contract.ts'
import { PrescriptionRequest } from '#features/pharmacy/contract-requests.ts'
import { refillRefusals, type RefillRefusal } from '#features/pharmacy/rules.ts'

const taking = {
  name: z.string(),
  /** As it was read; null where it could not be, and of what comes from elsewhere. */
  structure: DirectionsInput.nullable(),
  /** How it is taken, in plain words, in English. */
  words: z.string(),
}
const refill = {
  /** Why it cannot be asked for again; null where it can. */
  refill_refusal: z.enum(Object.keys(refillRefusals) as [RefillRefusal, ...RefillRefusal[]]).nullable(),
}

/** What a patient takes now. */
export const OwnMedicine = z
  .object({
    /** Prescribed here, or told from elsewhere. */
    origin: z.enum(['prescribed', 'elsewhere']),
    /** The prescribed line, or the medicine from elsewhere. */
    id: z.int(),
    ...taking,
    since: z.string().nullable(),
    /** The last day; null where nobody said. */
    until: z.string().nullable(),
    is_ending: z.boolean(),
    ...refill,
  })
  .meta({ id: 'PortalMedicine' })
export type OwnMedicine = z.output<typeof OwnMedicine>

export const listOwnMedicines = endpoint({
  method: 'GET',
  path: '/portal/medicines/',
  summary: 'What a patient takes now: prescribed here and neither stopped nor over, or told from elsewhere; 409 `not_linked`',
  access: 'patient',
  audit: 'read',
  live: ['portal'],
  query: fields({}),
  response: z.array(OwnMedicine),
})

/** One prescribed medicine. */
export const OwnLine = z
  .object({
    id: z.int(),
    ...taking,
    /** What it is counted in, such as tablet. */
    unit: z.string().nullable(),
    quantity: z.string(),
    quantity_dispensed: z.string(),
    since: z.string(),
    until: z.string().nullable(),
    is_current: z.boolean(),
    /** What was handed out and did not come back, oldest first: perhaps something else in its place. */
    dispensed: z.array(z.object({ at: Instant, name: z.string(), unit: z.string().nullable(), quantity: z.string() })),
    /** It is not to be taken any more, since when, and why. */
    stopped: z.object({ at: Instant, reason: z.string(), is_replaced: z.boolean() }).nullable(),
    /** Nothing more of it is handed out, and why. */
    not_dispensed_reason: z.string().nullable(),
    ...refill,
  })
  .meta({ id: 'PortalPrescribedDrug' })
export type OwnLine = z.output<typeof OwnLine>

export const OwnPrescription = z
  .object({
    id: z.int(),
    /** The day in the clinic on which the first of it was prescribed. */
    date: z.iso.date(),
    prescribed_by_name: z.string(),
    lines: z.array(OwnLine),
  })
  .meta({ id: 'PortalPrescription' })
export type OwnPrescription = z.output<typeof OwnPrescription>

export const listOwnPrescriptions = endpoint({
  method: 'GET',
  path: '/portal/prescriptions/',
  summary: 'A patient’s own prescriptions with their lines, newest first, what was stopped too; 409 `not_linked`',
  access: 'patient',
  audit: 'read',
  paged: true,
  live: ['portal'],
  query: fields(pageQuery),
  response: z.array(OwnPrescription),
})

export const createRefillRequest = endpoint({
  method: 'POST',
  path: '/portal/refill-requests/',
  summary:
    'Ask the pharmacy for medicines again that were prescribed before. 409 `asked` for one that is asked for already, 400 that says of each line why it may not be; 409 `not_linked`, `deactivated`',
  access: 'patient',
  perMinute: 20,
  body: fields({
    /** Prescribed lines by id. */
    lines: z.array(Ref).min(1, 'Choose at least one medicine.').max(20),
    note: line(500).optional(),
  }),
  status: 201,
  response: PrescriptionRequest,
})
