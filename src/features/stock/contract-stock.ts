import { z } from 'zod'
import { ItemCategory } from '#features/catalogue/contract.ts'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Amount } from '#shared/money.ts'
import { fields, Id, pageQuery, Ref, YesNo } from '#shared/paging.ts'
import { CategoryOne, StockLevel } from './contract-items.ts'
import { Cost, Count, Expiry, HeldState, Lot, StockState } from './contract-fields.ts'

/** Within how many days something expires, today included. */
export const expiryDays = ['30', '60', '90'] as const
export const WithinDays = z.enum(expiryDays, { error: `Choose one of: ${expiryDays.join(', ')}.` })

const inventoryFields = {
  id: z.int(),
  item: z.int(),
  item_name: z.string(),
  item_code: z.string().nullable(),
  units_of_measure: z.string(),
  category: ItemCategory,
  category_one: z.enum(['resale', 'internal']),
  store: z.int(),
  store_name: z.string(),
  batch: z.int(),
  lot_number: z.string(),
  expiry_date: z.string().nullable(),
  is_recalled: z.boolean(),
  /** Of whom it was bought. */
  supplier: z.int().nullable(),
  supplier_name: z.string().nullable(),
  state: StockState,
  /** Of this batch, in this store and state. */
  quantity_in_stock: z.int(),
  /** Of the item in this store, in every state that lies there. */
  total_quantity: z.int(),
  /** What one unit cost. */
  purchase_price: z.string(),
  /** The cash price of today. */
  sale_price: z.string().nullable(),
  value: z.string(),
  packed: z.int(),
  subpacked: z.int(),
  date_created: Instant,
}
/** A batch in a store. */
export const Inventory = z
  .object({
    ...inventoryFields,
    /** What insurers are asked today, where that is agreed. */
    insurance_sale_prices: z.array(z.object({ id: z.int(), insurance_name: z.string(), price: z.string() })),
  })
  .meta({ id: 'Inventory' })
export type Inventory = z.output<typeof Inventory>

export const listInventories = endpoint({
  method: 'GET',
  path: '/inventory/inventories/',
  summary: 'What lies where: a row for each batch, store and state, newest first',
  access: 'stock.view',
  paged: true,
  live: ['stock', 'catalogue'],
  query: fields({
    ...pageQuery,
    item: Id.optional(),
    store: Id.optional(),
    supplier: Id.optional(),
    q: z.string().max(100).optional(),
    state: StockState.optional(),
    expiring: WithinDays.optional(),
  }),
  response: z.array(Inventory),
})

const digits = /^\d{1,7}$/
/** What an earlier client calls a pack, such as Box, does not say what is in it. */
const sizeIn = (sent: string) => (digits.test(sent.trim()) ? Number(sent) : /^[-+.,\d\s]+$/.test(sent) || sent.length > 255 ? sent : null)
/** How many units a pack has, as a number or as digits; 1 for no pack, and null for a name without a number. */
export const PackSize = z.preprocess(
  (sent: number | null) => (typeof sent === 'string' ? (sizeIn(sent) as number | null) : sent),
  z.int({ error: 'Enter how many units the pack has.' }).min(1).max(1_000_000).nullable(),
)
export const createInventory = endpoint({
  method: 'POST',
  path: '/inventory/inventories/',
  summary:
    'Open the stock of an item with what lies there: one batch, by an opening note. Another cash price needs prices.change. 409 `batch_recalled`',
  access: 'stock.settings',
  body: fields({
    item: Ref,
    quantity_in_stock: Count,
    /** Of one unit. */
    purchase_price: Cost,
    /** Of one unit: the cash price from today, when it is another one. */
    sale_price: Amount.nullish(),
    /** A pack of so many units is kept for the item, when it has none. */
    packed: PackSize.optional(),
    subpacked: PackSize.optional(),
    category_one: CategoryOne.nullish(),
    /** The main store when absent. */
    store: Ref.nullish(),
    lot_number: Lot.nullish(),
    expiry_date: Expiry.nullish(),
    supplier: Ref.nullish(),
  }),
  status: 201,
  response: Inventory,
})

/** An item with what each store has of it; sums are of the stores that were asked about. */
export const StockRow = z
  .object({
    id: z.int(),
    name: z.string(),
    item_code: z.string().nullable(),
    category: ItemCategory,
    category_one: z.enum(['resale', 'internal']),
    units_of_measure: z.string(),
    is_active: z.boolean(),
    sale_price: z.string().nullable(),
    usable: z.int(),
    quarantined: z.int(),
    in_transit: z.int(),
    on_order: z.int(),
    value: z.string(),
    is_low: z.boolean(),
    /** The day on which the first of what may be used now expires. */
    next_expiry: z.string().nullable(),
    stores: z.array(StockLevel),
  })
  .meta({ id: 'StockRow' })
export type StockRow = z.output<typeof StockRow>

export const stockFilters = ['low', 'out', 'expiring', 'quarantined'] as const
export const listStock = endpoint({
  method: 'GET',
  path: '/inventory/stock/',
  summary: 'What the stores have, item by item, by name. Out: a store that had it has none that may be used; expiring: within 90 days',
  access: 'stock.view',
  paged: true,
  live: ['stock', 'catalogue', 'purchasing'],
  query: fields({
    ...pageQuery,
    q: z.string().max(100).optional(),
    store: Id.optional(),
    category: ItemCategory.optional(),
    state: z.enum(stockFilters, { error: `Choose one of: ${stockFilters.join(', ')}.` }).optional(),
    sort: z.enum(['name', '-name'], { error: 'Choose one of: name, -name.' }).optional(),
  }),
  response: z.array(StockRow),
})

export const Expiring = z
  .object({
    ...inventoryFields,
    /** Negative once it has expired. */
    days_left: z.int(),
  })
  .meta({ id: 'Expiring' })
export type Expiring = z.output<typeof Expiring>
export const listExpiring = endpoint({
  method: 'GET',
  path: '/inventory/expiring/',
  summary: 'What may be used and expires within 30, 60 or 90 days (90 when absent), or what has expired and still lies there; by day',
  access: 'stock.view',
  paged: true,
  live: ['stock', 'catalogue'],
  query: fields({
    ...pageQuery,
    days: WithinDays.optional(),
    store: Id.optional(),
    /** What has expired instead. */
    expired: YesNo.optional(),
    /** With `expired` alone: still usable, or quarantined already. */
    state: HeldState.optional(),
  }),
  response: z.array(Expiring),
})
