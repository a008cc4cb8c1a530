import { z } from 'zod'
import { CategoryOne, Count, CountOrNone, Day, Expiry, Lot, Pack, Reason, HeldState } from '#features/stock/contract-items.ts'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Amount } from '#shared/money.ts'
import { ById, fields, Id, ignored, pageQuery, Ref, YesNo } from '#shared/paging.ts'
import { line, prose } from '#shared/text.ts'

const ReceiptRow = fields({
  /** Not needed where the line of an order is named. */
  item: Ref.optional(),
  purchase_order_item: Ref.nullish(),
  /** What `quantity`, `free_quantity` and `purchase_price` are of; single units when there is none. That of the order unless said. */
  pack: Pack,
  /** Packs that are paid for. */
  quantity: CountOrNone,
  /** Packs that came for nothing. */
  free_quantity: CountOrNone.optional(),
  /** Units, of those that are paid for, that go straight into quarantine. */
  damaged_units: CountOrNone.optional(),
  /** Of one pack, without tax; the order's unless said, nothing for what is given. */
  purchase_price: Amount.nullish(),
  /** The cash price of one unit from today (prices.change). */
  sale_price: Amount.nullish(),
  lot: Lot.nullish(),
  expires_on: Expiry.nullish(),
})

export const GoodsReceiptItem = z.object({
  id: z.int(),
  purchase_order_item: z.int().nullable(),
  item: z.int(),
  item_name: z.string(),
  item_code: z.string().nullable(),
  unit: z.string(),
  pack: z.int().nullable(),
  pack_name: z.string().nullable(),
  pack_units: z.int(),
  /** Packs; negative in a delivery that takes another one back. */
  quantity: z.int(),
  free_quantity: z.int(),
  /** All that came, free goods and damaged ones included. */
  units: z.int(),
  damaged_units: z.int(),
  purchase_price: z.string(),
  /** What the packs that are paid for cost together, without tax. */
  total_price: z.string(),
  sale_price: z.string().nullable(),
  batch: z.int(),
  free_batch: z.int().nullable(),
  unit_cost: z.string(),
  lot: z.string(),
  expires_on: z.string().nullable(),
})
const receiptFields = {
  id: z.int(),
  number: z.string(),
  store: z.int(),
  store_name: z.string(),
  supplier: z.int().nullable(),
  supplier_name: z.string().nullable(),
  purchase_order: z.int().nullable(),
  purchase_order_number: z.string().nullable(),
  is_donation: z.boolean(),
  delivery_note: z.string(),
  note: z.string(),
  received_at: Instant,
  /** The day of the clinic. */
  received_on: z.string(),
  received_by: z.int(),
  received_by_name: z.string(),
  /** The delivery that this one takes back. */
  reverses: z.int().nullable(),
  reverses_number: z.string().nullable(),
  /** The delivery that took this one back. */
  reversed_by: z.int().nullable(),
  reversed_by_number: z.string().nullable(),
  item_count: z.int(),
  /** Without tax. */
  total: z.string(),
}
export const GoodsReceiptSummary = z.object(receiptFields).meta({ id: 'GoodsReceiptSummary' })
export type GoodsReceiptSummary = z.output<typeof GoodsReceiptSummary>
export const GoodsReceipt = z.object({ ...receiptFields, items: z.array(GoodsReceiptItem) }).meta({ id: 'GoodsReceipt' })
export type GoodsReceipt = z.output<typeof GoodsReceipt>

/** What is open of a line of an order, in units; `open` of a refused delivery (409 over_receipt). */
export const OpenLine = z.object({
  item: z.int(),
  item_name: z.string(),
  ordered: z.int(),
  received: z.int(),
  /** What is still to come. */
  open: z.int(),
  /** What this delivery would bring. */
  wanted: z.int(),
})
export type OpenLine = z.output<typeof OpenLine>

export const listGoodsReceipts = endpoint({
  method: 'GET',
  path: '/inventory/goods-receipts/',
  summary: 'List deliveries, newest first; `search` is the number of a delivery or of its delivery note',
  access: 'purchasing.view',
  paged: true,
  live: ['purchasing'],
  query: fields({
    ...pageQuery,
    supplier: Id.optional(),
    purchase_order: Id.optional(),
    store: Id.optional(),
    /** Days of the clinic, both included. */
    from: Day.optional(),
    to: Day.optional(),
    donations: YesNo.optional(),
    search: z.string().max(100).optional(),
  }),
  response: z.array(GoodsReceiptSummary),
})
export const getGoodsReceipt = endpoint({
  method: 'GET',
  path: '/inventory/goods-receipts/{id}/',
  summary: 'Read a delivery with its rows',
  access: 'purchasing.view',
  live: ['purchasing'],
  params: ById,
  response: GoodsReceipt,
})
export const createGoodsReceipt = endpoint({
  method: 'POST',
  path: '/inventory/goods-receipts/',
  summary:
    'Receive a delivery with all its rows, whole or not at all; more than is open of the order is 409 over_receipt with `open`, unless allow_over and stock.over_receive; a recalled lot is 409 batch_recalled',
  access: 'stock.receive',
  body: fields({
    /** The store of the order unless said. */
    store: Ref.optional(),
    /** The supplier of the order unless said; none for what is given. */
    supplier: Ref.nullish(),
    purchase_order: Ref.nullish(),
    is_donation: z.boolean().optional(),
    delivery_note: line(60).nullish(),
    note: prose(1000).optional(),
    allow_over: z.boolean().optional(),
    items: z.array(ReceiptRow).min(1, 'Enter at least one row.').max(500),
  }),
  status: 201,
  response: GoodsReceipt,
})
export const reverseGoodsReceipt = endpoint({
  method: 'POST',
  path: '/inventory/goods-receipts/{id}/reverse/',
  summary:
    'Take a delivery back whole, because it was typed in wrong: a delivery of its own with a reason; 409 when some of it has left or is on a bill',
  access: 'stock.receive',
  params: ById,
  body: fields({ reason: Reason }),
  status: 201,
  response: GoodsReceipt,
})
export const printGoodsReceipt = endpoint({
  method: 'GET',
  path: '/inventory/goods-receipts/{id}/pdf/',
  summary: 'The receipt note of a delivery as PDF',
  access: 'purchasing.view',
  audit: 'read',
  params: ById,
  produces: 'application/pdf',
  response: z.unknown(),
})

export const IncomingItem = z
  .object({
    id: z.int(),
    goods_receipt: z.int(),
    number: z.string(),
    item: z.int(),
    item_name: z.string(),
    item_code: z.string().nullable(),
    /** Packs; negative in a row that takes another one back. */
    quantity: z.int(),
    free_quantity: z.int(),
    damaged_units: z.int(),
    units: z.int(),
    unit: z.string(),
    pack: z.int().nullable(),
    pack_name: z.string().nullable(),
    pack_units: z.int(),
    /** The pack's name, and what is in it. */
    packed: z.string(),
    subpacked: z.string(),
    category_one: z.enum(['resale', 'internal']),
    purchase_price: z.string(),
    sale_price: z.string().nullable(),
    total_price: z.string(),
    supplier: z.int().nullable(),
    supplier_name: z.string().nullable(),
    purchase_order: z.int().nullable(),
    purchase_order_number: z.string().nullable(),
    store: z.int(),
    store_name: z.string(),
    batch: z.int(),
    lot_no: z.string(),
    expiry_date: z.string().nullable(),
    is_donation: z.boolean(),
    /** Its delivery was taken back, or takes another one back. */
    is_reversed: z.boolean(),
    is_reversal: z.boolean(),
    date_created: Instant,
    received_on: z.string(),
    received_by_name: z.string(),
  })
  .meta({ id: 'IncomingItem' })
export type IncomingItem = z.output<typeof IncomingItem>

export const listIncomingItems = endpoint({
  method: 'GET',
  path: '/inventory/incoming-item/',
  summary: 'List the rows of deliveries, newest first; `search` is (part of) an item, a lot, or the number of a delivery',
  access: 'purchasing.view',
  paged: true,
  live: ['purchasing'],
  query: fields({
    ...pageQuery,
    item: Id.optional(),
    supplier: Id.optional(),
    purchase_order: Id.optional(),
    store: Id.optional(),
    search: z.string().max(100).optional(),
  }),
  response: z.array(IncomingItem),
})
export const createIncomingItem = endpoint({
  method: 'POST',
  path: '/inventory/incoming-item/',
  summary:
    'Receive one item: a delivery of one row. `packed` counts when it is the name of a pack of the item; without it single units come',
  access: 'stock.receive',
  body: fields({
    item: Ref,
    quantity: Count,
    /** Of one pack. The order's unless said. */
    purchase_price: Amount.nullish(),
    sale_price: Amount.nullish(),
    packed: z.string().max(255).nullish(),
    subpacked: z.string().max(255).nullish(),
    category_one: CategoryOne.nullish(),
    /** None, without an order: it is given. */
    supplier: Ref.nullish(),
    purchase_order: Ref.nullish(),
    pack: Pack,
    free_quantity: CountOrNone.optional(),
    damaged_units: CountOrNone.optional(),
    lot_no: Lot.nullish(),
    expiry_date: Expiry.nullish(),
    /** The order's store, or the main one. */
    store: Ref.nullish(),
    delivery_note: line(60).nullish(),
    allow_over: z.boolean().optional(),
    ...ignored('id', 'date_created', 'item_name', 'item_code', 'supplier_name', 'total_price', 'supplier_invoice', 'goods_receipt_note'),
  }),
  status: 201,
  response: IncomingItem,
})

const returnFields = {
  id: z.int(),
  number: z.string(),
  supplier: z.int(),
  supplier_name: z.string(),
  store: z.int(),
  store_name: z.string(),
  reason: z.string(),
  date_created: Instant,
  returned_by: z.int(),
  returned_by_name: z.string(),
  item_count: z.int(),
  /** What the goods cost, without tax: the credit that is expected. */
  value: z.string(),
  /** What of it was credited already. */
  credited: z.string(),
}
export const SupplierReturnSummary = z.object(returnFields).meta({ id: 'SupplierReturnSummary' })
export type SupplierReturnSummary = z.output<typeof SupplierReturnSummary>
export const SupplierReturn = z
  .object({
    ...returnFields,
    items: z.array(
      z.object({
        id: z.int(),
        item: z.int(),
        item_name: z.string(),
        item_code: z.string().nullable(),
        unit: z.string(),
        batch: z.int(),
        lot: z.string(),
        expires_on: z.string().nullable(),
        state: HeldState,
        /** Units. */
        quantity: z.int(),
        unit_cost: z.string(),
        value: z.string(),
      }),
    ),
  })
  .meta({ id: 'SupplierReturn' })
export type SupplierReturn = z.output<typeof SupplierReturn>

export const listSupplierReturns = endpoint({
  method: 'GET',
  path: '/inventory/supplier-returns/',
  summary: 'List what went back to suppliers, newest first',
  access: 'purchasing.view',
  paged: true,
  live: ['purchasing'],
  query: fields({
    ...pageQuery,
    supplier: Id.optional(),
    store: Id.optional(),
    /** Not credited in full yet. */
    uncredited: YesNo.optional(),
    search: z.string().max(100).optional(),
  }),
  response: z.array(SupplierReturnSummary),
})
export const getSupplierReturn = endpoint({
  method: 'GET',
  path: '/inventory/supplier-returns/{id}/',
  summary: 'Read what went back to a supplier in one go',
  access: 'purchasing.view',
  live: ['purchasing'],
  params: ById,
  response: SupplierReturn,
})
export const createSupplierReturn = endpoint({
  method: 'POST',
  path: '/inventory/supplier-returns/',
  summary: 'Send batches back to a supplier, with the reason; batches of another supplier only with any_supplier',
  access: 'stock.receive',
  body: fields({
    supplier: Ref,
    store: Ref,
    reason: Reason,
    /** Said on purpose: some of it was not bought from them, and goes there all the same. */
    any_supplier: z.boolean().optional(),
    items: z
      .array(
        fields({
          batch: Ref,
          /** Usable unless said. */
          state: HeldState.optional(),
          /** Units. */
          quantity: Count,
        }),
      )
      .min(1, 'Enter at least one row.')
      .max(500),
  }),
  status: 201,
  response: SupplierReturn,
})
