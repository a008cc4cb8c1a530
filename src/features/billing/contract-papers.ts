import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields } from '#shared/paging.ts'

/** A sheet for invoices and credit notes, a roll for receipts, unless it is said. */
const paper = fields({ paper: z.enum(['a4', '80mm']).optional() })
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
  query: paper,
})
export const printReceipt = endpoint({
  ...printed,
  path: '/billing/receipts/{id}/pdf/',
  also: ['/billing/download_payment_receipt_pdf/{id}/'],
  summary: 'Print a receipt',
  query: paper,
})
export const printCreditNote = endpoint({
  ...printed,
  path: '/billing/credit-notes/{id}/pdf/',
  summary: 'Print a credit note',
  query: paper,
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
  .check(z.guid('This is not a code of a document.'))

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
