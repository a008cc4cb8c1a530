import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Amount, PositiveAmount, Quantity } from '#shared/money.ts'
import { ById, fields, Id, ignored, pageQuery, patchOf, PatientId, Ref, version, YesNo } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { Invoice } from './contract.ts'

export const paymentCategories = ['cash', 'mobile money', 'card', 'bank', 'insurer'] as const
const PaymentModeInput = fields({
  payment_mode: line(60),
  /** An insurer's mode comes and goes with the insurer. */
  payment_category: z.enum(['cash', 'mobile money', 'card', 'bank']),
  requires_reference: z.boolean().optional(),
  is_default: z.boolean().optional(),
})
export const PaymentMode = z
  .object({
    id: z.int(),
    payment_mode: z.string(),
    payment_category: z.enum(paymentCategories),
    insurance: z.int().nullable(),
    requires_reference: z.boolean(),
    is_default: z.boolean(),
    is_active: z.boolean(),
    version: z.int(),
  })
  .meta({ id: 'PaymentMode' })
export type PaymentMode = z.output<typeof PaymentMode>
export const listPaymentModes = endpoint({
  method: 'GET',
  path: '/billing/payment-modes/',
  summary: 'List payment modes, the default first, insurers last',
  access: 'billing.view',
  live: ['settings', 'company'],
  query: fields({ active: YesNo.optional() }),
  response: z.array(PaymentMode),
})
export const createPaymentMode = endpoint({
  method: 'POST',
  path: '/billing/payment-modes/',
  summary: 'Add a payment mode',
  access: 'billing.settings',
  body: PaymentModeInput.extend(ignored('insurance')),
  status: 201,
  response: PaymentMode,
})
export const updatePaymentMode = endpoint({
  method: 'PATCH',
  path: '/billing/payment-modes/{id}/',
  summary: 'Change a payment mode, make it the default, or take it out of use; the category stays once money came in by it',
  access: 'billing.settings',
  params: ById,
  body: patchOf(PaymentModeInput.extend({ is_active: z.boolean() })),
  response: PaymentMode,
})

/** One way in which (a part of) a bill is paid. */
const Part = fields({
  payment_mode: Ref,
  amount: PositiveAmount,
  /** Cash that was handed over; the change is computed. */
  tendered: PositiveAmount.optional(),
  /** The other side's number of this payment; some modes require it. */
  reference: line(60).nullish(),
  /** Said on purpose: the same reference was on another receipt, and this is right. */
  same_reference: z.boolean().optional(),
  /** When it is said it must be the clinic's. */
  currency: z.string().max(10).optional(),
})
export const receiptKinds = ['payment', 'refund', 'reversal'] as const
/** Where money is taken: at the cashier, or at the counter of the pharmacy. */
export const receiptCounters = ['cashier', 'pharmacy'] as const
export const Payment = z.object({
  id: z.int(),
  payment_mode: z.int(),
  payment_mode_name: z.string(),
  payment_category: z.enum(paymentCategories),
  /** Negative when money went out. */
  amount: z.string(),
  tendered: z.string().nullable(),
  change: z.string(),
  reference: z.string().nullable(),
})
export const Receipt = z
  .object({
    id: z.int(),
    number: z.string(),
    kind: z.enum(receiptKinds),
    patient: PatientId.nullable(),
    payer_name: z.string(),
    total: z.string(),
    /** Cash given back. */
    change: z.string(),
    payments: z.array(Payment),
    invoices: z.array(z.object({ id: z.int(), number: z.string(), party: z.enum(['patient', 'insurer']), amount: z.string() })),
    reason: z.string().nullable(),
    reverses: z.int().nullable(),
    /** The receipt that took this one back. */
    reversed_by: z.int().nullable(),
    reversed_by_number: z.string().nullable(),
    credit_note: z.int().nullable(),
    received_at: Instant,
    received_on: z.string(),
    received_by: z.int().nullable(),
    received_by_name: z.string().nullable(),
    counter: z.enum(receiptCounters),
  })
  .meta({ id: 'Receipt' })
export type Receipt = z.output<typeof Receipt>

const Paid = z.object({ receipt: Receipt, invoice: Invoice })
export const payInvoice = endpoint({
  method: 'POST',
  path: '/billing/invoices/{id}/payments/',
  summary:
    'Take money for a bill, in one or more modes; a draft is issued first when `issue` says so (billing.issue). 400 on the amount that is more than what is due',
  access: 'billing.pay',
  params: ById,
  body: fields({
    payments: z.array(Part).min(1, 'Enter at least one payment.').max(10),
    issue: z.boolean().optional(),
    /** What the bill was when the cashier looked at it: 412 when it has changed. */
    ...version,
  }),
  status: 201,
  response: Paid,
})
export const receivePayment = endpoint({
  method: 'POST',
  path: '/billing/receipts/',
  summary: 'Take one payment for several bills, such as the remittance of an insurer; the amounts must add up',
  access: 'billing.pay',
  body: fields({
    ...Part.omit({ tendered: true }).shape,
    allocations: z
      .array(fields({ invoice: Ref, amount: PositiveAmount }))
      .min(1)
      .max(500),
  }),
  status: 201,
  response: Receipt,
})
/** Which receipts are meant, for the list, its sums and its files. */
export const receiptFilters = {
  q: z.string().max(100).optional(),
  invoice: Id.optional(),
  patient_id: Id.optional(),
  kind: z.enum(receiptKinds).optional(),
  /** Who took the money. */
  received_by: Id.optional(),
  payment_mode: Id.optional(),
  counter: z.enum(receiptCounters).optional(),
  /** The day of the clinic. */
  date: z.iso.date().optional(),
  /** Days of the clinic, both included. */
  start_date: z.iso.date().optional(),
  end_date: z.iso.date().optional(),
}
const inOrder = ({ start_date, end_date }: { start_date?: string | undefined; end_date?: string | undefined }) =>
  !start_date || !end_date || start_date <= end_date
const notInOrder = { path: ['end_date'], error: 'The last day must not be before the first.' }
export const ReceiptSums = z
  .object({
    receipts: z.int(),
    received: z.string(),
    refunded: z.string(),
    reversed: z.string(),
    total: z.string(),
    modes: z.array(z.object({ payment_mode: z.int(), payment_mode_name: z.string(), total: z.string() })),
    /** Who took the money. */
    people: z.array(z.object({ id: z.int(), name: z.string(), total: z.string() })),
  })
  .meta({ id: 'ReceiptSums' })
export const sumReceipts = endpoint({
  method: 'GET',
  path: '/billing/receipts/sums/',
  summary: 'What receipts come to, by payment mode and by who took the money; without reports.sales those that the caller took',
  access: 'billing.view',
  live: ['billing'],
  query: fields(receiptFilters).refine(inOrder, notInOrder),
  response: ReceiptSums,
})
export const listReceipts = endpoint({
  method: 'GET',
  path: '/billing/receipts/',
  summary: 'List receipts, newest first; `q` is the number of a receipt, or the reference of a payment',
  access: 'billing.view',
  audit: 'read',
  paged: true,
  live: ['billing'],
  query: fields({ ...pageQuery, ...receiptFilters }).refine(inOrder, notInOrder),
  response: z.array(Receipt),
})
export const getReceipt = endpoint({
  method: 'GET',
  path: '/billing/receipts/{id}/',
  summary: 'Read a receipt',
  access: 'billing.view',
  audit: 'read',
  live: ['billing'],
  params: ById,
  response: Receipt,
})
export const reverseReceipt = endpoint({
  method: 'POST',
  path: '/billing/receipts/{id}/reverse/',
  summary: 'Take a receipt back as a whole, because it was wrong: a receipt of its own with a reason; nothing is deleted',
  access: 'billing.reverse',
  params: ById,
  body: fields({ reason: line(300) }),
  status: 201,
  response: Receipt,
})

export const CreditNote = z
  .object({
    id: z.int(),
    number: z.string(),
    invoice: z.int(),
    invoice_number: z.string(),
    reason: z.string(),
    total: z.string(),
    tax: z.string(),
    insurer_amount: z.string(),
    patient_amount: z.string(),
    waiver: z.string(),
    rounding: z.string(),
    /** Paid out on it so far. */
    refunded: z.string(),
    /** What may still be paid out: never more than the patient has overpaid through it. */
    refundable: z.string(),
    items: z.array(z.object({ invoice_item: z.int(), item_name: z.string(), quantity: z.string(), total: z.string() })),
    issued_at: Instant,
    issued_on: z.string(),
    issued_by_name: z.string().nullable(),
  })
  .meta({ id: 'CreditNote' })
export type CreditNote = z.output<typeof CreditNote>
export const createCreditNote = endpoint({
  method: 'POST',
  path: '/billing/invoices/{id}/credit-notes/',
  summary: 'Credit lines of an issued bill, each by quantity or amount, or the whole bill when no line is named; never more than remains',
  access: 'billing.credit',
  params: ById,
  body: fields({
    reason: line(300),
    items: z
      .array(
        fields({ invoice_item: Ref, quantity: Quantity.optional(), amount: PositiveAmount.optional() }).refine(
          ({ quantity, amount }) => quantity === undefined || amount === undefined,
          { path: ['amount'], error: 'Enter a quantity or an amount, not both.' },
        ),
      )
      .min(1)
      .max(200)
      .optional(),
    ...version,
  }),
  status: 201,
  response: CreditNote,
})
export const listCreditNotes = endpoint({
  method: 'GET',
  path: '/billing/credit-notes/',
  summary: 'List credit notes, newest first',
  access: 'billing.view',
  audit: 'read',
  paged: true,
  live: ['billing'],
  query: fields({ ...pageQuery, invoice: Id.optional() }),
  response: z.array(CreditNote),
})
export const refundCreditNote = endpoint({
  method: 'POST',
  path: '/billing/credit-notes/{id}/refunds/',
  summary: 'Pay money back on a credit note',
  access: 'billing.refund',
  params: ById,
  body: fields({
    payments: z
      .array(Part.omit({ tendered: true, same_reference: true }))
      .min(1)
      .max(10),
  }),
  status: 201,
  response: Receipt,
})

export const roundingSteps = ['0.01', '0.05', '0.10', '0.50', '1.00', '5.00', '10.00', '50.00', '100.00'] as const
const SettingsFields = {
  fiscal_year_start_month: z.int().min(1).max(12),
  rounding_step: Amount.check(
    z.refine((step) => roundingSteps.some((known) => known === step), `Choose one of: ${roundingSteps.join(', ')}.`),
  ),
  prices_include_tax: z.boolean(),
  /** What a visit with a doctor is charged, unless the doctor has a fee of their own. */
  consultation_item: Ref.nullable(),
  /** Printed under every bill. */
  invoice_note: line(300).nullable(),
}
export const BillingSettings = z
  .object({
    ...SettingsFields,
    rounding_step: z.string(),
    invoice_note: z.string().nullable(),
    doctor_fees: z.array(z.object({ doctor: z.int(), doctor_name: z.string(), item: z.int(), item_name: z.string() })),
    version: z.int(),
  })
  .meta({ id: 'BillingSettings' })
export const getBillingSettings = endpoint({
  method: 'GET',
  path: '/billing/settings/',
  summary: 'How the clinic bills',
  access: 'billing.view',
  live: ['settings'],
  query: fields({}),
  response: BillingSettings,
})
export const updateBillingSettings = endpoint({
  method: 'PUT',
  path: '/billing/settings/',
  summary: 'Change how the clinic bills from now on; bills that are issued stay as they are',
  access: 'billing.settings',
  body: patchOf(fields({ ...SettingsFields, doctor_fees: z.array(fields({ doctor: Ref, item: Ref })).max(500) })),
  response: BillingSettings,
})
