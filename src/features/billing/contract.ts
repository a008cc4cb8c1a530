import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Amount, Percent, Quantity } from '#shared/money.ts'
import { ById, fields, Id, ignored, pageQuery, patchOf, PatientId, Ref, version, YesNo } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { ItemCategory } from '#features/catalogue/contract.ts'

export const invoiceStatuses = ['draft', 'issued', 'part-paid', 'paid', 'credited'] as const
export const itemStatuses = ['pending', 'billed', 'credited', 'cancelled'] as const
const Reason = line(300)

/** One line of a bill: a charge. Money in the clinic's currency; what is derived stands beside what it is derived from. */
export const InvoiceItem = z
  .object({
    id: z.int(),
    invoice: z.int(),
    item: z.int(),
    item_code: z.string().nullable(),
    item_name: z.string(),
    category: ItemCategory,
    /** The order that asked for it; none for what was added by hand. */
    order_kind: z.enum(['consultation', 'laboratory', 'prescription', 'appointment', 'dispense']).nullable(),
    order: z.int().nullable(),
    quantity: z.string(),
    /** For one unit, as it was when the charge was made. */
    sale_price: z.string(),
    /** `cash` or `insurer`: from that list; `set`: by a person, with a reason; `none`: no price yet, so the bill cannot be issued. */
    price_source: z.enum(['cash', 'insurer', 'set', 'none']),
    /** The insurer who pays all but the co-pay. */
    insurance_company_id: z.int().nullable(),
    discount: z.string(),
    /** Of the patient's part, forgiven. */
    waiver: z.string(),
    adjustment_reason: z.string().nullable(),
    adjusted_by_name: z.string().nullable(),
    tax_rate: z.string(),
    tax: z.string(),
    /** Before the discount. */
    gross: z.string(),
    /** After the discount, with tax: what the line costs. */
    item_amount: z.string(),
    insurer_amount: z.string(),
    patient_amount: z.string(),
    credited: z.string(),
    status: z.enum(itemStatuses),
    cancel_reason: z.string().nullable(),
    item_created_at: Instant,
    created_by_name: z.string().nullable(),
    version: z.int(),
  })
  .meta({ id: 'InvoiceItem' })
export type InvoiceItem = z.output<typeof InvoiceItem>

/** A bill. Of a draft the sums are those of its lines at this moment. */
export const Invoice = z
  .object({
    id: z.int(),
    /** None while it is a draft. */
    invoice_number: z.string().nullable(),
    status: z.enum(invoiceStatuses),
    visit: z.int().nullable(),
    track_number: z.string().nullable(),
    patient: PatientId.nullable(),
    patient_name: z.string(),
    patient_number: z.string().nullable(),
    customer_name: z.string().nullable(),
    insurance_company: z.int().nullable(),
    insurance_company_name: z.string().nullable(),
    member_number: z.string().nullable(),
    invoice_description: z.string().nullable(),
    /** The day of the clinic on which it was issued. */
    invoice_date: z.string().nullable(),
    issued_at: Instant.nullable(),
    issued_by_name: z.string().nullable(),
    item_count: z.int(),
    /** Lines that have no price yet. */
    unpriced: z.int(),
    discount: z.string(),
    tax: z.string(),
    rounding: z.string(),
    waiver: z.string(),
    invoice_amount: z.string(),
    patient_total: z.string(),
    insurer_total: z.string(),
    paid_patient: z.string(),
    paid_insurer: z.string(),
    /** With tax. */
    credited: z.string(),
    /** Of the tax, what credit notes gave back. */
    credited_tax: z.string(),
    /** Still due; negative when money has to go back. */
    patient_balance: z.string(),
    insurer_balance: z.string(),
    invoice_created_at: Instant,
    version: z.int(),
  })
  .meta({ id: 'Invoice' })
export type Invoice = z.output<typeof Invoice>

export const listInvoices = endpoint({
  method: 'GET',
  path: '/billing/invoices/',
  summary:
    'List invoices, newest first; `q` is a number of a bill, a visit or a patient, or a name. Drafts with nothing on them come with `status=draft`',
  access: 'billing.view',
  audit: 'read',
  paged: true,
  live: ['billing'],
  query: fields({
    ...pageQuery,
    q: z.string().max(100).optional(),
    status: z.enum(invoiceStatuses).optional(),
    /** Only those on which somebody still owes something, or is owed. */
    open: YesNo.optional(),
    invoice_id: Id.optional(),
    patient_id: Id.optional(),
    insurance_company: Id.optional(),
    /** Days of the clinic on which a bill was issued, both included. */
    start_date: z.iso.date().optional(),
    end_date: z.iso.date().optional(),
  }).refine(({ start_date, end_date }) => !start_date || !end_date || start_date <= end_date, {
    path: ['end_date'],
    error: 'The last day must not be before the first.',
  }),
  response: z.array(Invoice),
})
export const listInvoicesOfPatient = endpoint({
  method: 'GET',
  path: '/billing/invoices/patient/{patient_id}/',
  summary: 'The invoices of a patient, newest first',
  access: 'billing.view',
  audit: 'read',
  paged: true,
  live: ['billing'],
  params: fields({ patient_id: Id }),
  query: fields({ ...pageQuery, status: z.enum(invoiceStatuses).optional() }),
  response: z.array(Invoice),
})
export const getInvoice = endpoint({
  method: 'GET',
  path: '/billing/invoices/{id}/',
  summary: 'Read an invoice',
  access: 'billing.view',
  audit: 'read',
  live: ['billing'],
  params: ById,
  response: Invoice,
})
export const createInvoice = endpoint({
  method: 'POST',
  path: '/billing/invoices/',
  summary: 'Open a draft for a patient outside a visit, or for a customer who is no patient',
  access: 'billing.charge',
  body: fields({
    patient: Ref.nullish(),
    customer_name: line(120).nullish(),
    insurance_company: Ref.nullish(),
    invoice_description: line(200).nullish(),
    ...ignored('invoice_number', 'invoice_date', 'invoice_amount', 'status', 'invoice_file'),
  }).refine(({ patient, customer_name }) => (patient == null) !== (customer_name == null), {
    path: ['patient'],
    error: 'Enter either a patient or a customer name.',
  }),
  status: 201,
  response: Invoice,
})
export const updateInvoice = endpoint({
  method: 'PUT',
  path: '/billing/invoices/{id}/',
  summary:
    'Change a draft: who pays, and its description. Another payer prices its lines anew. 409 for an issued bill and for any `status`',
  access: 'billing.charge',
  params: ById,
  body: fields({
    insurance_company: Ref.nullish(),
    invoice_description: line(200).nullish(),
    status: z.enum([...invoiceStatuses, 'pending']).optional(),
    ...version,
    ...ignored('id', 'patient', 'invoice_number', 'invoice_date', 'invoice_amount', 'invoice_file'),
  }),
  response: Invoice,
})
export const issueInvoice = endpoint({
  method: 'POST',
  path: '/billing/invoices/{id}/issue/',
  summary: 'Issue a draft: it gets its number and never changes again. 409 `unpriced` or `empty` when it cannot be issued yet',
  access: 'billing.issue',
  params: ById,
  body: fields(version),
  status: 200,
  response: Invoice,
})

export const discountInvoice = endpoint({
  method: 'POST',
  path: '/billing/invoices/{id}/discount/',
  summary:
    'Discount every line of a draft, by a percentage or by its share of an amount, with a reason; the discounts that were there are replaced',
  access: 'billing.discount',
  params: ById,
  body: fields({ discount_percent: Percent.optional(), discount: Amount.optional(), reason: Reason, ...version }).refine(
    ({ discount_percent, discount }) => (discount_percent === undefined) !== (discount === undefined),
    { path: ['discount'], error: 'Enter an amount or a percentage, not both.' },
  ),
  status: 200,
  response: Invoice,
})

export const listInvoiceItems = endpoint({
  method: 'GET',
  path: '/billing/invoice-items/',
  summary: 'List invoice items, newest first',
  access: 'billing.view',
  audit: 'read',
  paged: true,
  live: ['billing'],
  query: fields({ ...pageQuery, invoice: Id.optional(), item: Id.optional(), invoice_item: Id.optional() }),
  response: z.array(InvoiceItem),
})
export const listItemsOfInvoice = endpoint({
  method: 'GET',
  path: '/billing/invoices/items/{invoice_id}/',
  summary: 'The items of an invoice, in the order in which they came, the cancelled ones too',
  access: 'billing.view',
  audit: 'read',
  live: ['billing'],
  params: fields({ invoice_id: Id }),
  query: fields({}),
  response: z.array(InvoiceItem),
})
const legacyItem = ignored('payment_mode', 'item_name', 'category')
export const createInvoiceItem = endpoint({
  method: 'POST',
  path: '/billing/invoice-items/',
  summary: 'Add an extra service to a draft, at the price of its payer’s list; orders charge themselves',
  access: 'billing.charge',
  body: fields({
    invoice: Ref,
    item: Ref,
    quantity: Quantity.optional(),
    /** The price of one unit; another than the list’s needs billing.price and a reason. */
    item_amount: Amount.optional(),
    reason: Reason.optional(),
    ...legacyItem,
    ...ignored('status'),
  }),
  status: 201,
  response: InvoiceItem,
})
export const updateInvoiceItem = endpoint({
  method: 'PATCH',
  path: '/billing/invoice-items/{id}/',
  summary:
    'Change a line of a draft: quantity, price (billing.price), discount or waiver (billing.discount), whether the insurer covers it, or cancel it with a reason',
  access: 'billing.charge',
  params: ById,
  body: patchOf(
    fields({
      quantity: Quantity,
      item_amount: Amount,
      discount: Amount,
      /** The discount as a part of a hundred of what the line costs before it; not together with `discount`. */
      discount_percent: Percent,
      waiver: Amount,
      is_covered: z.boolean(),
      /** `cancelled` cancels; a status that does not follow from the bill is 409. */
      status: z.enum(itemStatuses),
      reason: Reason,
      ...legacyItem,
    }),
  ),
  response: InvoiceItem,
})

/** One patient at the till: an open visit with what is on its bill. */
export const QueueRow = z.object({
  /** The visit. */
  id: z.int(),
  invoice: z.int(),
  patient: PatientId,
  patient_name: z.string(),
  patient_number: z.string(),
  track: z.string(),
  track_since: Instant,
  priority: z.string(),
  insurance_company_name: z.string().nullable(),
  status: z.enum(invoiceStatuses),
  item_count: z.int(),
  unpriced: z.int(),
  invoice_amount: z.string(),
  /** What the patient has to pay now, over every bill of the visit. */
  due: z.string(),
  /** The visit is over and its bill was never issued. */
  has_left: z.boolean(),
  /** Of an earlier day: the patient is not counted as on site. */
  is_left_open: z.boolean(),
})
export const listCashierQueue = endpoint({
  method: 'GET',
  path: '/billing/queue/',
  summary:
    'Everybody in the house with something on their bill, at the till first, whoever has waited longest first; then visits left open on earlier days, then who left without being billed',
  access: 'billing.view',
  live: ['billing', 'attendance'],
  query: fields({}),
  response: z.array(QueueRow),
})

/** A sheet for invoices and credit notes, a roll for receipts, unless it is said. */
const paperQuery = fields({ paper: z.enum(['a4', '80mm']).optional() })
const printed = {
  method: 'GET',
  access: 'billing.view',
  audit: 'read',
  produces: 'application/pdf',
  params: ById,
  response: z.unknown(),
} as const

export const printInvoice = endpoint({
  ...printed,
  path: '/billing/invoices/{id}/pdf/',
  also: ['/billing/download_invoice_pdf/{id}/', '/download_invoice_pdf/{id}/'],
  summary: 'Print an invoice; every print after the first says that it is a duplicate, a draft that it is none',
  query: paperQuery,
})
export const printReceipt = endpoint({
  ...printed,
  path: '/billing/receipts/{id}/pdf/',
  also: ['/billing/download_payment_receipt_pdf/{id}/'],
  summary: 'Print a receipt',
  query: paperQuery,
})
export const printCreditNote = endpoint({
  ...printed,
  path: '/billing/credit-notes/{id}/pdf/',
  summary: 'Print a credit note',
  query: paperQuery,
})

/** A code as the square holds it or as somebody types it from paper, with whatever stands between its groups. */
const Code = z
  .string()
  .max(100)
  .overwrite((text) =>
    text
      .replaceAll(/[\s-]/g, '')
      .toLowerCase()
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  )
  .check(z.guid('This is not a document code.'))

/** What the code on a paper proves, and no more: nobody's name, nothing that was done. */
export const verifyDocument = endpoint({
  method: 'GET',
  path: '/verify-document/{code}/',
  summary: 'Check a bill, receipt or credit note by the code printed on it',
  access: 'public',
  perMinute: 30,
  params: fields({ code: Code }),
  query: fields({}),
  response: z.object({
    clinic: z.string(),
    document: z.enum(['invoice', 'receipt', 'refund', 'reversal', 'credit note']),
    number: z.string(),
    /** The day of the clinic. */
    date: z.string(),
    currency: z.string(),
    /** Of a refund or a reversal: what went out. */
    total: z.string(),
    /** Whether it still stands. */
    state: z.enum(['valid', 'paid', 'part-paid', 'credited', 'reversed']),
  }),
})
