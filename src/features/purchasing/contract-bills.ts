import { z } from 'zod'
import { Count, Day, Pack, Reason } from '#features/stock/contract-items.ts'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Amount, Percent, PositiveAmount } from '#shared/money.ts'
import { ById, fields, Id, ignored, pageQuery, Ref, version, YesNo, patchOf } from '#shared/paging.ts'
import { line, prose } from '#shared/text.ts'
import { approvalPeople } from './rules.ts'

export const paymentStatuses = ['unpaid', 'partial', 'paid'] as const
/** What may not agree: how much came (of order or receipts), what a pack costs, its tax, an item that nobody ordered, the sum. */
export const differenceKinds = ['quantity', 'price', 'tax', 'item', 'total'] as const

/** Where a bill does not agree with what was ordered and received. */
export const BillDifference = z
  .object({
    kind: z.enum(differenceKinds),
    item: z.int().nullable(),
    item_name: z.string().nullable(),
    /** What the bill says, and what it should say: units, prices of a pack, percentages or sums, as text. */
    billed: z.string(),
    expected: z.string(),
    /** The same in words. */
    text: z.string(),
  })
  .meta({ id: 'BillDifference' })
export type BillDifference = z.output<typeof BillDifference>

const BillRow = fields({
  /** Not needed where the line of an order is named. */
  item: Ref.optional(),
  purchase_order_item: Ref.nullish(),
  /** What `quantity` and `unit_price` are of; that of the order unless said. */
  pack: Pack,
  quantity: Count,
  /** Of one pack, without tax. */
  unit_price: Amount,
  tax_rate: Percent.optional(),
})
export const OrderBillItem = z.object({
  id: z.int(),
  item: z.int(),
  item_name: z.string(),
  item_code: z.string().nullable(),
  unit: z.string(),
  purchase_order_item: z.int().nullable(),
  pack_units: z.int(),
  quantity: z.int(),
  units: z.int(),
  unit_price: z.string(),
  tax_rate: z.string(),
  /** With tax. */
  total: z.string(),
})
const billFields = {
  id: z.int(),
  supplier: z.int(),
  supplier_name: z.string(),
  purchase_order: z.int().nullable(),
  purchase_order_number: z.string().nullable(),
  invoice_no: z.string(),
  payment_status: z.enum(paymentStatuses),
  bill_date: z.string(),
  due_on: z.string(),
  /** With tax. */
  total_cost: z.string(),
  tax: z.string(),
  paid: z.string(),
  balance: z.string(),
  /** Days since it was due; none when it is paid, cancelled or not due yet. */
  overdue_days: z.int().nullable(),
  note: z.string(),
  /** In words, as they were when the bill came in. */
  differences: z.array(z.string()),
  /** Somebody has to approve the differences before it is paid. */
  needs_approval: z.boolean(),
  approved_at: Instant.nullable(),
  approved_by: z.int().nullable(),
  approved_by_name: z.string().nullable(),
  approval_reason: z.string().nullable(),
  is_cancelled: z.boolean(),
  cancelled_at: Instant.nullable(),
  cancelled_by_name: z.string().nullable(),
  cancel_reason: z.string().nullable(),
  date_created: Instant,
  created_by: z.int(),
  created_by_name: z.string(),
  version: z.int(),
  /** What the person signed in may make of it now. */
  may: z.object({ approve: z.boolean(), cancel: z.boolean(), pay: z.boolean() }),
}
export const OrderBillSummary = z.object(billFields).meta({ id: 'OrderBillSummary' })
export type OrderBillSummary = z.output<typeof OrderBillSummary>
export const OrderBill = z
  .object({
    ...billFields,
    items: z.array(OrderBillItem),
    /** What was paid or credited on it, and taken back, oldest first. */
    payments: z.array(
      z.object({
        id: z.int(),
        number: z.string(),
        kind: z.enum(['payment', 'credit', 'reversal']),
        amount: z.string(),
        paid_on: z.string(),
        reference: z.string(),
      }),
    ),
  })
  .meta({ id: 'OrderBill' })
export type OrderBill = z.output<typeof OrderBill>

export const listOrderBills = endpoint({
  method: 'GET',
  path: '/inventory/orderbill/',
  summary: "List suppliers' bills, those that came in last first; `search` is (part of) the number of the bill or order",
  access: 'purchasing.view',
  paged: true,
  live: ['purchasing'],
  query: fields({
    ...pageQuery,
    supplier: Id.optional(),
    purchase_order: Id.optional(),
    payment_status: z.enum(paymentStatuses, { error: `Choose one of: ${paymentStatuses.join(', ')}.` }).optional(),
    /** Due before today and not paid. */
    overdue: YesNo.optional(),
    /** Differing and not approved. */
    differs: YesNo.optional(),
    cancelled: YesNo.optional(),
    search: z.string().max(100).optional(),
  }),
  response: z.array(OrderBillSummary),
})
export const getOrderBill = endpoint({
  method: 'GET',
  path: '/inventory/orderbill/{id}/',
  summary: "Read a supplier's bill with its rows and payments",
  access: 'purchasing.view',
  live: ['purchasing'],
  params: ById,
  response: OrderBill,
})

/** What is received and not yet on a bill: what the supplier's next bill should say. */
export const BillableLine = z.object({
  purchase_order_item: z.int().nullable(),
  item: z.int(),
  item_name: z.string(),
  unit: z.string(),
  pack: z.int().nullable(),
  pack_name: z.string().nullable(),
  pack_units: z.int(),
  /** Packs, and the same in units: a line of the order may come as whole packs and as the units of a broken one. */
  quantity: z.int(),
  units: z.int(),
  /** To the nearest cent. */
  unit_price: z.string(),
  tax_rate: z.string(),
  /** With tax; exact, though the price may not be. */
  total: z.string(),
  /** What such a pack was said to cost when it came, where that is not what was ordered. */
  receipt_price: z.string().nullable(),
  /** Units of the order's line that came damaged; they were received all the same. */
  damaged_units: z.int(),
})
export type BillableLine = z.output<typeof BillableLine>
export const listBillable = endpoint({
  method: 'GET',
  path: '/inventory/orderbill/billable/',
  summary: 'What of an order was received and is on no bill yet',
  access: 'purchasing.view',
  live: ['purchasing'],
  query: fields({ purchase_order: Id }),
  response: z.object({ purchase_order: z.int(), supplier: z.int(), total: z.string(), items: z.array(BillableLine) }),
})

const BillInput = fields({
  /** That of the order unless said. */
  supplier: Ref.optional(),
  purchase_order: Ref.nullish(),
  invoice_no: line(60),
  bill_date: Day,
  /** The supplier's days of payment after the bill's date unless said. */
  due_on: Day.optional(),
  /** With tax. */
  total_cost: PositiveAmount,
  /** The tax in it; that of the rows unless said. */
  tax: Amount.optional(),
  note: prose(1000).optional(),
  items: z.array(BillRow).max(500).optional(),
  ...ignored('payment_status', 'status', 'date_created', 'created_by'),
})
const Written = z.object({ ...OrderBill.shape, matched: z.array(BillDifference) })
export const createOrderBill = endpoint({
  method: 'POST',
  path: '/inventory/orderbill/',
  summary:
    'Enter a bill of a supplier; it is held against order and receipts, and `matched` says where it differs. Two bills of a supplier never bear one number (409)',
  access: 'purchasing.bill',
  body: BillInput,
  status: 201,
  response: Written,
})
export const checkOrderBill = endpoint({
  method: 'POST',
  path: '/inventory/orderbill/check/',
  summary: 'Where a bill would differ from order and receipts; nothing is written',
  access: 'purchasing.bill',
  audit: 'none',
  body: BillInput.partial({ invoice_no: true, bill_date: true, total_cost: true }),
  response: z.object({ total: z.string(), tax: z.string(), matched: z.array(BillDifference) }),
})
export const approveOrderBill = endpoint({
  method: 'POST',
  path: '/inventory/orderbill/{id}/approve/',
  summary: 'Let a bill that differs be paid all the same, with a reason; by another person than the one who entered it',
  access: 'purchasing.approve_bill',
  params: ById,
  body: fields({ reason: Reason, ...version }),
  response: OrderBill,
})
export const cancelOrderBill = endpoint({
  method: 'POST',
  path: '/inventory/orderbill/{id}/cancel/',
  summary: 'Cancel a bill on which nothing is paid, with a reason; its number may then be used again',
  access: 'purchasing.bill',
  params: ById,
  body: fields({ reason: Reason, ...version }),
  response: OrderBill,
})

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
      .min(1, 'Choose at least one invoice.')
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

const settings = {
  /** People who take part in a purchase order: 1, the author may approve it; 2, another person does; 3, two other people do. */
  approval_people: z
    .int(`Choose one of: ${approvalPeople.join(', ')}.`)
    .refine((people) => approvalPeople.some((known) => known === people), `Choose one of: ${approvalPeople.join(', ')}.`),
}
export const PurchasingSettings = z.object({ approval_people: z.int(), version: z.int() }).meta({ id: 'PurchasingSettings' })
export const getPurchasingSettings = endpoint({
  method: 'GET',
  path: '/inventory/purchasing-settings/',
  summary: 'How the clinic buys: how many people it takes to order goods',
  access: 'purchasing.view',
  live: ['purchasing'],
  query: fields({}),
  response: PurchasingSettings,
})
export const updatePurchasingSettings = endpoint({
  method: 'PATCH',
  path: '/inventory/purchasing-settings/',
  summary: 'Change how many people it takes to order goods, from the next approval on',
  access: 'company.change',
  body: patchOf(fields(settings)),
  response: PurchasingSettings,
})
