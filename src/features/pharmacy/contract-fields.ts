import { z } from 'zod'
import { PatientId } from '#shared/paging.ts'
import { Instant } from '#shared/dates.ts'

/** Units out of one batch; the batch is null of what was handed out before it was kept by batch. */
export const GivenBatch = z.object({
  batch: z.int(),
  lot: z.string(),
  expires_on: z.string().nullable(),
  units: z.int(),
  /** Of these came back. */
  returned: z.int(),
})

/** One line of what went over the counter. */
export const DispenseItem = z
  .object({
    id: z.int(),
    /** The prescribed line; null of a sale. */
    line: z.int().nullable(),
    item: z.int(),
    item_name: z.string(),
    unit: z.string().nullable(),
    units: z.int(),
    /** So much of the prescribed line it covers. */
    covers: z.string().nullable(),
    /** The item that was prescribed, where another was handed out. */
    prescribed_item_name: z.string().nullable(),
    substitution_reason: z.string(),
    batch_reason: z.string(),
    is_scanned: z.boolean(),
    /** How it is taken, in plain words, in English; empty where nobody said. */
    words: z.string(),
    returned: z.int(),
    batches: z.array(GivenBatch),
  })
  .meta({ id: 'DispenseItem' })

const docFields = {
  id: z.int(),
  number: z.string(),
  kind: z.enum(['prescription', 'sale']),
  store: z.int(),
  store_name: z.string(),
  prescription: z.int().nullable(),
  visit: z.int().nullable(),
  patient: PatientId.nullable(),
  patient_name: z.string().nullable(),
  patient_number: z.string().nullable(),
  customer_name: z.string().nullable(),
  /** The bill of a sale. */
  invoice: z.int().nullable(),
  invoice_number: z.string().nullable(),
  note: z.string(),
  unpaid_reason: z.string(),
  dispensed_at: Instant,
  dispensed_by: z.int(),
  dispensed_by_name: z.string(),
}

/** What went over the counter at once. */
export const Dispense = z.object({ ...docFields, items: z.array(DispenseItem) }).meta({ id: 'Dispense' })
export type Dispense = z.output<typeof Dispense>
