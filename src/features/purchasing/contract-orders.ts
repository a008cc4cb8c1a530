import { z } from 'zod'
import { Count, Day, Pack, Reason } from '#features/stock/contract-items.ts'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Amount, Percent } from '#shared/money.ts'
import { ById, fields, Id, ignored, pageQuery, patchOf, Ref, version, YesNo } from '#shared/paging.ts'
import { prose } from '#shared/text.ts'
import { orderStatuses } from './rules.ts'

export const PurchaseOrderItem = z
  .object({
    id: z.int(),
    purchase_order: z.int(),
    item: z.int(),
    item_name: z.string(),
    item_code: z.string().nullable(),
    unit: z.string(),
    /** What its delivery has to name. */
    needs_lot: z.boolean(),
    needs_expiry: z.boolean(),
    /** What quantity and price are of; single units when there is none. */
    pack: z.int().nullable(),
    pack_name: z.string().nullable(),
    pack_units: z.int(),
    date_created: Instant,
    supplier: z.int(),
    supplier_name: z.string(),
    quantity_purchased: z.int(),
    /** Of one pack, without tax. */
    unit_price: z.string(),
    tax_rate: z.string(),
    units: z.int(),
    received_units: z.int(),
    /** Without tax, the tax, and both. */
    net: z.string(),
    tax: z.string(),
    total: z.string(),
    /** The lines of requisitions that it serves. */
    requisitions: z.array(z.object({ requisition: z.int(), number: z.string(), requisition_item: z.int(), units: z.int() })),
  })
  .meta({ id: 'PurchaseOrderItem' })
export type PurchaseOrderItem = z.output<typeof PurchaseOrderItem>

const orderFields = {
  id: z.int(),
  number: z.string(),
  status: z.enum(orderStatuses),
  /** None only while it is a draft without rows. */
  supplier: z.int().nullable(),
  supplier_name: z.string().nullable(),
  /** Where it is to be delivered. */
  store: z.int(),
  store_name: z.string(),
  requested_by: z.int(),
  requested_by_name: z.string(),
  /** Who last changed what is ordered: they do not approve it either. */
  changed_by: z.int().nullable(),
  date_created: Instant,
  expected_on: z.string().nullable(),
  note: z.string(),
  approved_at: Instant.nullable(),
  approved_by: z.int().nullable(),
  approved_by_name: z.string().nullable(),
  /** The first of two approvals, where three people take part. */
  first_approved_at: Instant.nullable(),
  first_approved_by: z.int().nullable(),
  first_approved_by_name: z.string().nullable(),
  /** Why the owner approved an order of their own. */
  own_approval_reason: z.string().nullable(),
  /** People who take part by the clinic’s rule: 1, 2 or 3; of an approved order when it was approved. */
  approval_people: z.int(),
  sent_at: Instant.nullable(),
  sent_by_name: z.string().nullable(),
  /** When it was closed or cancelled, by whom and why. */
  ended_at: Instant.nullable(),
  ended_by_name: z.string().nullable(),
  end_reason: z.string(),
  item_count: z.int(),
  ordered_units: z.int(),
  received_units: z.int(),
  /** Every line comes from approved requisitions whole. */
  is_requested: z.boolean(),
  /** A line of a draft costs more than this supplier last asked for that pack, or it is not known what they ask. */
  is_dearer: z.boolean(),
  /** It was sent, the day on which it was expected has passed, and something is still to come. */
  is_late: z.boolean(),
  net_amount: z.string(),
  tax_amount: z.string(),
  /** With tax. */
  total_amount: z.string(),
  version: z.int(),
}
export const PurchaseOrderSummary = z.object(orderFields).meta({ id: 'PurchaseOrderSummary' })
export type PurchaseOrderSummary = z.output<typeof PurchaseOrderSummary>
export const PurchaseOrder = z.object({ ...orderFields, items: z.array(PurchaseOrderItem) }).meta({ id: 'PurchaseOrder' })
export type PurchaseOrder = z.output<typeof PurchaseOrder>

const OrderRow = fields({
  item: Ref,
  quantity_purchased: Count,
  pack: Pack,
  /** The order’s: another one is refused. The first row’s becomes the order’s when it has none, else the item’s usual one. */
  supplier: Ref.nullish(),
  /**
   * Of one pack, without tax; what this supplier last asked for it unless said. Where that is not known, null is a 400, and a row without
   * the field costs what the item last cost, or nothing yet.
   */
  unit_price: Amount.nullish(),
  /** The item’s unless said. */
  tax_rate: Percent.nullish(),
  ...ignored('id', 'date_created', 'purchase_order'),
})

export const listPurchaseOrders = endpoint({
  method: 'GET',
  path: '/inventory/purchase-order/',
  summary:
    'List purchase orders, newest first; `q` is part of a number, `waiting` those that I may approve now, `waiting_for_others` my own drafts that another person approves, `open` what is still to come',
  access: 'purchasing.view',
  paged: true,
  live: ['purchasing'],
  query: fields({
    ...pageQuery,
    q: z.string().max(100).optional(),
    status: z.enum(orderStatuses).optional(),
    supplier: Id.optional(),
    store: Id.optional(),
    item: Id.optional(),
    requisition: Id.optional(),
    /** Days of the clinic, both included. */
    from: Day.optional(),
    to: Day.optional(),
    mine: YesNo.optional(),
    waiting: YesNo.optional(),
    waiting_for_others: YesNo.optional(),
    /** Sent, and not all of it received. */
    open: YesNo.optional(),
  }),
  response: z.array(PurchaseOrderSummary),
})
export const getPurchaseOrder = endpoint({
  method: 'GET',
  path: '/inventory/purchase-order/{id}/',
  summary: 'Read a purchase order with its rows',
  access: 'purchasing.view',
  live: ['purchasing'],
  params: ById,
  response: PurchaseOrder,
})
export const createPurchaseOrder = endpoint({
  method: 'POST',
  path: '/inventory/purchase-order/',
  summary:
    'Draft an order: with all its rows, with what is still open of a `requisition` for this supplier, or without rows yet; then the first row may name the supplier',
  access: 'purchasing.order',
  body: fields({
    supplier: Ref.nullish(),
    /** The main store unless said, or the requisition’s. */
    store: Ref.nullish(),
    requisition: Ref.nullish(),
    /** As many days from today as the slowest of its items takes, unless said. */
    expected_on: Day.nullish(),
    note: prose(1000).nullish(),
    items: z.array(OrderRow).max(500).optional(),
    ...ignored('id', 'number', 'requested_by', 'approved_by', 'created_by', 'status', 'file', 'date_created'),
  }).refine(({ requisition, items }) => requisition == null || !items?.length, {
    path: ['items'],
    error: 'Send rows or a requisition, not both.',
  }),
  status: 201,
  response: PurchaseOrder,
})
export const updatePurchaseOrder = endpoint({
  method: 'PATCH',
  path: '/inventory/purchase-order/{id}/',
  summary: 'Change a draft; `items` replaces all its rows. Another supplier: only while it has no rows, or together with them',
  access: 'purchasing.order',
  params: ById,
  body: patchOf(fields({ supplier: Ref, store: Ref, expected_on: Day.nullable(), note: prose(1000), items: z.array(OrderRow).max(500) })),
  response: PurchaseOrder,
})
export const orderRequisitionLines = endpoint({
  method: 'POST',
  path: '/inventory/purchase-order/from-requisitions/',
  summary:
    'Draft the orders for approved lines of requisitions, one for each supplier, all or none; never a pack more than what is open of a line needs',
  access: 'purchasing.order',
  body: fields({
    requisition_items: z
      .array(
        fields({
          id: Ref,
          /** The line’s unless said, else the item’s usual one. */
          supplier: Ref.nullish(),
          /** The line’s unless said; null for single units. */
          pack: Pack,
          /** Of that pack; all that is open unless said. */
          quantity: Count.nullish(),
          /** Of that pack, without tax; what the supplier last asked for it unless said. */
          unit_price: Amount.nullish(),
        }),
      )
      .min(1, 'Enter at least one line.')
      .max(500),
    /** Where it goes: the store that asked for all of it, else the main store, unless said. */
    store: Ref.nullish(),
    expected_on: Day.nullish(),
    note: prose(1000).nullish(),
  }),
  status: 201,
  response: z.array(PurchaseOrder),
})

export const listPurchaseOrderItems = endpoint({
  method: 'GET',
  path: '/inventory/purchase-order-item/',
  summary: 'List the rows of purchase orders, newest first',
  access: 'purchasing.view',
  paged: true,
  live: ['purchasing'],
  query: fields({ ...pageQuery, purchase_order: Id.optional(), item: Id.optional(), supplier: Id.optional() }),
  response: z.array(PurchaseOrderItem),
})
export const listItemsOfPurchaseOrder = endpoint({
  method: 'GET',
  path: '/inventory/purchase-order-item/by-purchase-order-id/{id}/',
  summary: 'The rows of a purchase order, in the order in which they came',
  access: 'purchasing.view',
  live: ['purchasing'],
  params: ById,
  response: z.array(PurchaseOrderItem),
})
export const savePurchaseOrderItem = endpoint({
  method: 'POST',
  path: '/inventory/purchase-order-item/',
  summary: 'Add a row to a draft; the row of the same item is replaced',
  access: 'purchasing.order',
  body: OrderRow.extend({ purchase_order: Ref }),
  status: 201,
  response: PurchaseOrderItem,
})
export const deletePurchaseOrderItem = endpoint({
  method: 'DELETE',
  path: '/inventory/purchase-order-item/{id}/',
  summary: 'Remove a row from a draft; what it served of requisitions is open again',
  access: 'purchasing.order',
  params: ById,
  status: 204,
  response: z.void(),
})
export const clearPurchaseOrder = endpoint({
  method: 'DELETE',
  path: '/inventory/purchase-order/{id}/items/',
  summary: 'Remove all rows from a draft; what they served of requisitions is open again',
  access: 'purchasing.order',
  params: ById,
  status: 204,
  response: z.void(),
})

const moved = { method: 'POST', params: ById, status: 200, response: PurchaseOrder } as const

export const approvePurchaseOrder = endpoint({
  ...moved,
  path: '/inventory/purchase-order/{id}/approve/',
  summary:
    'Approve an order by the clinic’s rule of one, two or three people: 409 `same_person` for its author, and for who gave the first of two approvals. The owner of a clinic in which no other person may approve names a `reason`',
  access: 'purchasing.approve',
  body: fields({ reason: Reason.nullish(), ...version }),
})
export const sendPurchaseOrder = endpoint({
  ...moved,
  path: '/inventory/purchase-order/{id}/send/',
  summary: 'Say that an approved order was sent to the supplier',
  access: 'purchasing.order',
  body: fields(version),
})
export const closePurchaseOrder = endpoint({
  ...moved,
  path: '/inventory/purchase-order/{id}/close/',
  summary: 'Close an order; with a reason when something of it never came, which is open again where it was requested',
  access: 'purchasing.order',
  body: fields({ reason: Reason.nullish(), ...version }),
})
export const cancelPurchaseOrder = endpoint({
  ...moved,
  path: '/inventory/purchase-order/{id}/cancel/',
  summary: 'Cancel an order of which nothing was received, with a reason once it is approved; what it served of requisitions is open again',
  access: 'purchasing.order',
  body: fields({ reason: Reason.nullish(), ...version }),
})
export const printPurchaseOrder = endpoint({
  method: 'GET',
  path: '/inventory/purchase-order/{id}/pdf/',
  also: ['/inventory/download_purchaseorder_pdf/{id}/', '/download_purchaseorder_pdf/{id}/'],
  summary: 'A purchase order as PDF; a draft says that it is one',
  access: 'purchasing.view',
  audit: 'read',
  params: ById,
  produces: 'application/pdf',
  response: z.unknown(),
})
