import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, pageQuery, PatientId, Ref } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { Overrides, SafetyWarning } from '#features/drugs/contract.ts'
import { PositiveAmount, Amount } from '#shared/money.ts'
import { Count, Day, Reason, Pack } from '#features/stock/contract-items.ts'
import { MOST_LINES, fromShelf, ShelfBatch, Dispense } from './contract.ts'
import { Receipt } from '#features/billing/contract-payments.ts'

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

const SaleLine = fields({
  item: Ref,
  quantity: Count,
  /** Of this pack; single units when absent. */
  pack: Pack,
  /** How it is to be taken, as typed. */
  directions: line(300).nullish(),
  ...fromShelf,
})
const sale = {
  /** A known patient, whose record is held against it; or somebody by name, or nobody. */
  patient: Ref.nullish(),
  customer_name: line(120).nullish(),
  store: Ref.optional(),
  lines: z.array(SaleLine).min(1, 'Add at least one line.').max(MOST_LINES),
  overrides: Overrides.optional(),
  note: line(300).optional(),
}

export const checkSale = endpoint({
  method: 'POST',
  path: '/pharmacy/sales/check/',
  summary: 'What a sale at the counter would come to: prices, batches, shortages and warnings. Nothing is written',
  access: 'pharmacy.sell',
  body: fields(sale),
  response: z.object({
    lines: z.array(
      z.object({
        item: z.int(),
        item_name: z.string(),
        unit: z.string().nullable(),
        units: z.int(),
        /** What the directions come to, in units of the item; null where nothing was said, or it cannot be counted. */
        computed_quantity: z.string().nullable(),
        /** In plain words; empty where nothing was said. */
        words: z.string(),
        batches: z.array(ShelfBatch.extend({ units: z.int() })),
        missing: z.int(),
        on_hand: z.int().nullable(),
        unit_price: z.string().nullable(),
        total_price: z.string().nullable(),
        is_controlled: z.boolean(),
      }),
    ),
    /** What the customer pays, rounded as the bill will be. */
    total: z.string(),
    /** What an insurer pays of it besides. */
    insurer_total: z.string(),
    warnings: z.array(SafetyWarning),
  }),
})

export const createSale = endpoint({
  method: 'POST',
  path: '/pharmacy/sales/',
  summary:
    'Sell at the counter: stock, bill and payment in one transaction. The payments must come to the total. 409 `not_enough_stock`, `unsafe`, `unpriced`, `price_changed` when it does not cost `total` any more, and for a controlled drug without a patient',
  access: 'pharmacy.sell',
  body: fields({
    ...sale,
    /** As it was shown. */
    total: Amount,
    payments: z
      .array(
        fields({
          payment_mode: Ref,
          amount: PositiveAmount,
          tendered: PositiveAmount.optional(),
          reference: line(60).nullish(),
          same_reference: z.boolean().optional(),
        }),
      )
      .max(10),
  }),
  status: 201,
  response: z.object({ dispense: Dispense, receipt: Receipt.nullable(), warnings: z.array(SafetyWarning), sold_at: Instant }),
})

/** What a prescription waits for: anything, the rest of it, money, or stock. */
export const queueStates = ['all', 'waiting', 'part', 'payment', 'short'] as const
export type QueueState = (typeof queueStates)[number]

/** A prescription of which something is to be handed out. */
export const QueueEntry = z
  .object({
    /** The prescription. */
    id: z.int(),
    visit: z.int(),
    track_number: z.string(),
    patient: PatientId,
    patient_name: z.string(),
    patient_number: z.string(),
    age: z.int().nullable(),
    gender: z.string(),
    /** Since when something of it waits. */
    waiting_since: Instant,
    /** Empty of what only the till asks for. */
    prescribed_by_name: z.string(),
    status: z.enum(['pending', 'partially dispensed']),
    /** What is still to be handed out, in the order in which it was prescribed. */
    lines: z.array(
      z.object({
        id: z.int(),
        item: z.int(),
        item_name: z.string(),
        unit: z.string().nullable(),
        /** That is left of it. */
        left: z.string(),
        /** Less than that is in the store. */
        is_short: z.boolean(),
        /** The prescriber went ahead against a warning. */
        is_against_warning: z.boolean(),
      }),
    ),
    /** Something of it is not paid. */
    is_unpaid: z.boolean(),
    /** Something of it was billed at the till, and asked of the pharmacy by it. */
    is_from_till: z.boolean(),
    /** The patient is at the pharmacy now. */
    is_here: z.boolean(),
    priority: z.string(),
    version: z.int(),
  })
  .meta({ id: 'PharmacyQueueEntry' })
export type QueueEntry = z.output<typeof QueueEntry>

export const listPharmacyQueue = endpoint({
  method: 'GET',
  path: '/pharmacy/queue/',
  summary:
    'Prescriptions with something to hand out, who waits longest first: those of the last days that the pharmacy keeps in its queue. With `q` (a name, the number of a patient or a visit, a scanned prescription) older ones too',
  access: 'prescriptions.view',
  audit: 'read',
  paged: true,
  live: ['prescriptions', 'billing', 'stock', 'attendance'],
  query: fields({
    ...pageQuery,
    state: z.enum(queueStates).optional(),
    /** Whose shelf counts; the usual store when absent. */
    store: Id.optional(),
    q: z.string().max(100).optional(),
  }),
  response: z.array(QueueEntry),
})

export const getPharmacyCounts = endpoint({
  method: 'GET',
  path: '/pharmacy/counts/',
  summary: 'How many prescriptions wait, by what they wait for, and how much of the shelf needs somebody',
  access: 'prescriptions.view',
  live: ['prescriptions', 'billing', 'stock'],
  query: fields({ store: Id.optional() }),
  response: z.object({
    store: z.int(),
    store_name: z.string(),
    all: z.int(),
    waiting: z.int(),
    part: z.int(),
    payment: z.int(),
    short: z.int(),
    /** Prescriptions that were sent in and nobody answered. */
    requests: z.int(),
    /** Items of the store that are low, or out. */
    low: z.int(),
    out: z.int(),
    /** Batches that expire within 30 days. */
    expiring: z.int(),
    /** Handed out and sold today. */
    dispensed_today: z.int(),
    sales_today: z.int(),
  }),
})
