import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, pageQuery } from '#shared/paging.ts'

/** An issued bill as its patient reads it. Money in the clinic's currency. */
export const OwnBill = z
  .object({
    id: z.int(),
    number: z.string(),
    /** The day of the clinic on which it was issued. */
    date: z.iso.date(),
    issued_at: Instant,
    status: z.enum(['issued', 'part-paid', 'paid', 'credited']),
    total: z.string(),
    /** What insurance pays, and who that is. */
    insurer_total: z.string(),
    insurer_name: z.string().nullable(),
    /** What the patient pays, what of it was paid and credited, and what is still due; negative when money has to go back. */
    own_total: z.string(),
    paid: z.string(),
    credited: z.string(),
    due: z.string(),
  })
  .meta({ id: 'OwnBill' })
export type OwnBill = z.output<typeof OwnBill>

export const listOwnBills = endpoint({
  method: 'GET',
  path: '/portal/bills/',
  summary: 'A patient’s own issued bills, newest first; 409 `not_linked`',
  access: 'patient',
  paged: true,
  live: ['portal'],
  query: fields(pageQuery),
  response: z.array(OwnBill),
})

/** A bill with what is on it, what was paid of it, and what was credited. */
export const OwnBillDetails = OwnBill.extend({
  lines: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      quantity: z.string(),
      amount: z.string(),
      insurer_amount: z.string(),
      own_amount: z.string(),
      credited: z.string(),
    }),
  ),
  /** What the patient paid of it, got back, and what was taken back; negative when money went out. */
  receipts: z.array(
    z.object({
      id: z.int(),
      number: z.string(),
      kind: z.enum(['payment', 'refund', 'reversal']),
      date: z.iso.date(),
      amount: z.string(),
      /** Cash, card and so on. */
      ways: z.array(z.string()),
      is_taken_back: z.boolean(),
    }),
  ),
  credit_notes: z.array(z.object({ id: z.int(), number: z.string(), date: z.iso.date(), reason: z.string(), total: z.string() })),
}).meta({ id: 'OwnBillDetails' })
export type OwnBillDetails = z.output<typeof OwnBillDetails>

export const getOwnBill = endpoint({
  method: 'GET',
  path: '/portal/bills/{id}/',
  summary: 'Read an own bill with its lines, receipts and credit notes; 404 for another’s and for a draft; 409 `not_linked`',
  access: 'patient',
  audit: 'read',
  live: ['portal'],
  params: ById,
  response: OwnBillDetails,
})

const paper = {
  eyes: 'clinic',
  method: 'GET',
  access: 'patient',
  audit: 'read',
  produces: 'application/pdf',
  params: ById,
  perMinute: 20,
  query: fields({}),
  response: z.unknown(),
} as const

export const printOwnBill = endpoint({
  ...paper,
  path: '/portal/bills/{id}/pdf/',
  summary: 'An own bill as the clinic prints it; every print after the first says that it is a duplicate; 409 `not_linked`',
})
export const printOwnReceipt = endpoint({
  ...paper,
  path: '/portal/receipts/{id}/pdf/',
  summary: 'An own receipt as the clinic prints it; 409 `not_linked`',
})

export const OwnBalance = z
  .object({
    /** What the patient owes on all issued bills together; nought when the clinic owes them. */
    owed: z.string(),
    /** What the clinic has of the patient's and has to give back. */
    deposit: z.string(),
    currency: z.string(),
    /** What stands on bills that are not issued yet, as far as it has a price; null for nothing. */
    unbilled: z.object({ amount: z.string(), is_complete: z.boolean() }).nullable(),
    /** In which ways the clinic takes money, the usual one first. */
    ways: z.array(z.string()),
  })
  .meta({ id: 'OwnBalance' })
export type OwnBalance = z.output<typeof OwnBalance>

export const getOwnBalance = endpoint({
  method: 'GET',
  path: '/portal/balance/',
  summary: 'What a patient owes, what the clinic owes them, and how they can pay; 409 `not_linked`',
  access: 'patient',
  live: ['portal'],
  query: fields({}),
  response: OwnBalance,
})
