import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { PositiveAmount } from '#shared/money.ts'
import { ById, fields, Id, pageQuery, PatientId, Ref } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { Count, Day, Reason } from '#features/stock/contract-fields.ts'
import { MOST_LINES } from './contract.ts'

/** What came back over the counter. */
export const PatientReturn = z
  .object({
    id: z.int(),
    number: z.string(),
    dispense: z.int(),
    dispense_number: z.string(),
    patient: PatientId.nullable(),
    patient_name: z.string().nullable(),
    customer_name: z.string().nullable(),
    store: z.int(),
    store_name: z.string(),
    reason: z.string(),
    is_to_be_filled_again: z.boolean(),
    items: z.array(
      z.object({
        id: z.int(),
        dispense_item: z.int(),
        item: z.int(),
        item_name: z.string(),
        unit: z.string().nullable(),
        batch: z.int().nullable(),
        lot: z.string(),
        units: z.int(),
      }),
    ),
    /** What it made of the bill. */
    credit_notes: z.array(z.object({ id: z.int(), number: z.string(), total: z.string() })),
    /** Paid back at once. */
    refund_receipt: z.int().nullable(),
    returned_at: Instant,
    returned_by_name: z.string(),
  })
  .meta({ id: 'PatientReturn' })
export type PatientReturn = z.output<typeof PatientReturn>

export const createPatientReturn = endpoint({
  method: 'POST',
  path: '/pharmacy/dispenses/{id}/returns/',
  summary:
    'Take back what was handed out: it goes into quarantine, the bill is credited, and money is paid back at once with `refund` (billing.refund). With `is_to_be_filled_again` the prescribed lines are open again for it. Never more than was handed out',
  access: 'pharmacy.return',
  params: ById,
  body: fields({
    reason: Reason,
    items: z
      .array(fields({ dispense_item: Ref, batch: Ref.optional(), units: Count }))
      .min(1, 'Add at least one line.')
      .max(MOST_LINES * 4),
    is_to_be_filled_again: z.boolean().optional(),
    refund: z
      .array(fields({ payment_mode: Ref, amount: PositiveAmount, reference: line(60).nullish() }))
      .max(10)
      .optional(),
  }),
  status: 201,
  response: PatientReturn,
})
export const listPatientReturns = endpoint({
  method: 'GET',
  path: '/pharmacy/returns/',
  summary: 'What came back over the counter, newest first',
  access: 'prescriptions.view',
  audit: 'read',
  paged: true,
  live: ['prescriptions', 'stock'],
  query: fields({ ...pageQuery, dispense: Id.optional(), patient_id: Id.optional(), from: Day.optional(), to: Day.optional() }),
  response: z.array(PatientReturn),
})
