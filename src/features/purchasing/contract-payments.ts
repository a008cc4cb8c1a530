import { z } from 'zod'
import { Day, Reason } from '#features/stock/contract-fields.ts'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { PositiveAmount } from '#shared/money.ts'
import { ById, fields, Id, pageQuery, Ref } from '#shared/paging.ts'
import { line } from '#shared/text.ts'

export const supplierPaymentKinds = ['payment', 'credit', 'reversal'] as const
export const SupplierPayment = z
  .object({
    id: z.int(),
    number: z.string(),
    kind: z.enum(supplierPaymentKinds),
    supplier: z.int(),
    supplier_name: z.string(),
    payment_mode: z.int().nullable(),
    payment_mode_name: z.string().nullable(),
    supplier_return: z.int().nullable(),
    supplier_return_number: z.string().nullable(),
    /** Negative when it takes another one back. */
    amount: z.string(),
    reference: z.string(),
    paid_on: z.string(),
    reason: z.string(),
    allocations: z.array(z.object({ bill: z.int(), invoice_no: z.string(), amount: z.string() })),
    reverses: z.int().nullable(),
    reverses_number: z.string().nullable(),
    reversed_by: z.int().nullable(),
    reversed_by_number: z.string().nullable(),
    date_created: Instant,
    created_by: z.int(),
    created_by_name: z.string(),
  })
  .meta({ id: 'SupplierPayment' })
export type SupplierPayment = z.output<typeof SupplierPayment>
export const listSupplierPayments = endpoint({
  method: 'GET',
  path: '/inventory/supplier-payments/',
  summary: 'List payments to suppliers and their credits, newest first; `search` is a number or reference',
  access: 'purchasing.view',
  paged: true,
  live: ['purchasing'],
  query: fields({
    ...pageQuery,
    supplier: Id.optional(),
    bill: Id.optional(),
    kind: z.enum(supplierPaymentKinds).optional(),
    search: z.string().max(100).optional(),
  }),
  response: z.array(SupplierPayment),
})
export const getSupplierPayment = endpoint({
  method: 'GET',
  path: '/inventory/supplier-payments/{id}/',
  summary: 'Read a payment to a supplier',
  access: 'purchasing.view',
  live: ['purchasing'],
  params: ById,
  response: SupplierPayment,
})
export const createSupplierPayment = endpoint({
  method: 'POST',
  path: '/inventory/supplier-payments/',
  summary:
    'Pay one or several bills of a supplier, or set a credit against them; never more than is open, never a differing bill unapproved (409)',
  access: 'purchasing.pay',
  body: fields({
    /** A credit is what the supplier owes, such as for goods that went back. */
    kind: z.enum(['payment', 'credit'], { error: 'Choose one of: payment, credit.' }).optional(),
    supplier: Ref,
    /** Of a payment. */
    payment_mode: Ref.nullish(),
    /** Of a credit: what went back. */
    supplier_return: Ref.nullish(),
    /** The other side's number of it; some modes require it. */
    reference: line(60).nullish(),
    /** Today unless said; never later. */
    paid_on: Day.optional(),
    reason: Reason.nullish(),
    /** When it is said it must be what the parts come to. */
    amount: PositiveAmount.optional(),
    allocations: z
      .array(fields({ bill: Ref, amount: PositiveAmount }))
      .min(1, 'Name at least one bill.')
      .max(200),
  }),
  status: 201,
  response: SupplierPayment,
})
export const reverseSupplierPayment = endpoint({
  method: 'POST',
  path: '/inventory/supplier-payments/{id}/reverse/',
  summary: 'Take a payment or credit back whole, because it was wrong: one of its own with a reason; nothing is deleted',
  access: 'purchasing.pay',
  params: ById,
  body: fields({ reason: Reason }),
  status: 201,
  response: SupplierPayment,
})
