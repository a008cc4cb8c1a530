import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, pageQuery, PatientId, Ref, YesNo } from '#shared/paging.ts'
import { ItemCategory } from '#features/catalogue/contract.ts'
import { MovementKind, StockState, Cost, Count, Expiry, HeldState, Lot, ItemPack, CategoryOne, StockLevel } from './contract-items.ts'
import { Amount } from '#shared/money.ts'

const documents = ['stock_note', 'transfer', 'stock_count', 'goods_receipt', 'supplier_return', 'dispense', 'patient_return'] as const
export const StockMovement = z
  .object({
    id: z.int(),
    entry: z.int(),
    /** The document that it stands on. */
    number: z.string(),
    document: z.enum(documents),
    document_id: z.int(),
    /** What was handed out or came back by it, and whose it is: for those who may see prescriptions. */
    dispense: z.int().nullable(),
    patient: PatientId.nullable(),
    patient_name: z.string().nullable(),
    /** The entry that this one takes back. */
    reverses: z.int().nullable(),
    happened_at: Instant,
    store: z.int(),
    store_name: z.string(),
    item: z.int(),
    item_name: z.string(),
    units_of_measure: z.string(),
    batch: z.int(),
    lot: z.string(),
    expires_on: z.string().nullable(),
    unit_cost: z.string(),
    state: StockState,
    kind: MovementKind,
    /** Units that came, or with a minus went. */
    quantity: z.int(),
    /** What the store then had of the item in this state. */
    balance: z.int(),
    /** Null: the clinic's nightly work. */
    created_by: z.int().nullable(),
    created_by_name: z.string().nullable(),
  })
  .meta({ id: 'StockMovement' })
export type StockMovement = z.output<typeof StockMovement>

export const listItemMovements = endpoint({
  method: 'GET',
  path: '/inventory/items/{id}/movements/',
  summary: 'The ledger of an item, newest first',
  access: 'stock.view',
  audit: 'read',
  paged: true,
  live: ['stock'],
  params: ById,
  query: fields({
    limit: pageQuery.limit,
    cursor: pageQuery.cursor,
    store: Id.optional(),
    batch: Id.optional(),
    kind: MovementKind.optional(),
  }),
  response: z.array(StockMovement),
})
export const listMovements = endpoint({
  method: 'GET',
  path: '/inventory/movements/',
  summary: 'What moved stock, newest first',
  access: 'stock.view',
  audit: 'read',
  paged: true,
  live: ['stock'],
  query: fields({
    limit: pageQuery.limit,
    cursor: pageQuery.cursor,
    item: Id.optional(),
    store: Id.optional(),
    batch: Id.optional(),
    /** The entry of one act. */
    entry: z.coerce.number<number>().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  response: z.array(StockMovement),
})

const usageFields = {
  usable: z.int(),
  in_transit: z.int(),
  on_order: z.int(),
  /** Handed out, sold and used up in the last 90 days. */
  used: z.int(),
  /** Over how many days that was: fewer than 90 when the item is younger. */
  days: z.int(),
  /** Units, two decimals. */
  average_per_day: z.string(),
  /** How long what may be used will last; null when none is used. */
  days_left: z.int().nullable(),
  /** Units that would have to be ordered now. */
  suggested_order: z.int(),
}
export const getUsage = endpoint({
  method: 'GET',
  path: '/inventory/items/{id}/usage/',
  summary: 'How much of an item is used: by week of the clinic, on average, how long it will last, and what to order',
  access: 'stock.view',
  live: ['stock', 'purchasing'],
  params: ById,
  query: fields({
    store: Id.optional(),
    /** How many weeks, this one included; 26 when absent. */
    weeks: z.coerce.number<number>().int().min(1).max(104).optional(),
  }),
  response: z.object({
    item: z.int(),
    units_of_measure: z.string(),
    ...usageFields,
    lead_days: z.int(),
    safety_days: z.int(),
    /** Every week, the earliest first; it begins on the Monday that is named. */
    weeks: z.array(z.object({ week: z.string(), quantity: z.int() })),
  }),
})

export const LowRow = z
  .object({
    id: z.int(),
    name: z.string(),
    item_code: z.string().nullable(),
    category: ItemCategory,
    units_of_measure: z.string(),
    supplier: z.int().nullable(),
    supplier_name: z.string().nullable(),
    packs: z.array(ItemPack),
    last_cost: z.string().nullable(),
    /** Of all stores, or of the one that was asked about. */
    ...usageFields,
    /** Those that have too little. */
    stores: z.array(
      z.object({
        store: z.int(),
        store_name: z.string(),
        usable: z.int(),
        in_transit: z.int(),
        on_order: z.int(),
        minimum: z.int(),
        reorder_level: z.int(),
        maximum: z.int().nullable(),
      }),
    ),
  })
  .meta({ id: 'LowStock' })
export type LowRow = z.output<typeof LowRow>
export const listLow = endpoint({
  method: 'GET',
  path: '/inventory/low/',
  summary: 'Items of which a store has no more than its reorder level, by name, with what to order',
  access: 'stock.view',
  paged: true,
  live: ['stock', 'purchasing'],
  query: fields({ ...pageQuery, store: Id.optional(), supplier: Id.optional(), q: z.string().max(100).optional() }),
  response: z.array(LowRow),
})

export const scanCode = endpoint({
  method: 'GET',
  path: '/inventory/scan/',
  summary: 'What a scanned code means: a barcode, an item code, or a GS1 element string with its lot and expiry. 404 `unknown_code`',
  access: 'stock.view',
  query: fields({ code: z.string().min(1).max(200) }),
  response: z.object({
    item: z.int(),
    item_name: z.string(),
    item_code: z.string().nullable(),
    units_of_measure: z.string(),
    needs_lot: z.boolean(),
    needs_expiry: z.boolean(),
    is_active: z.boolean(),
    /** Null: a single unit. */
    pack: z.int().nullable(),
    pack_name: z.string().nullable(),
    pack_units: z.int(),
    /** What else the code said. */
    lot: z.string().nullable(),
    expires_on: z.string().nullable(),
    serial: z.string().nullable(),
    /** Of the packs. */
    quantity: z.int().nullable(),
    /** Batches of that lot and expiry. */
    batches: z.array(z.int()),
  }),
})

/** So many batches in stores, and what they are worth at cost. */
const Worth = z.object({ batches: z.int(), value: z.string() })
export const getOverview = endpoint({
  method: 'GET',
  path: '/inventory/overview/',
  summary:
    'How stock stands today: what is low, out, expiring, expired, quarantined and on its way, what it is worth and what is used most',
  access: 'stock.view',
  live: ['stock'],
  query: fields({ store: Id.optional() }),
  response: z.object({
    day: z.string(),
    /** At cost, of everything that lies or is on its way. */
    value: z.string(),
    /** Items, each counted once. */
    low: z.int(),
    out: z.int(),
    usable: Worth,
    expiring: z.object({ within_30: Worth, within_60: Worth, within_90: Worth }),
    expired: Worth,
    quarantined: Worth,
    in_transit: Worth,
    stores: z.array(z.object({ store: z.int(), store_name: z.string(), items: z.int(), low: z.int(), out: z.int(), value: z.string() })),
    /** In the last 30 days, at most ten. */
    most_used: z.array(
      z.object({ item: z.int(), item_name: z.string(), units_of_measure: z.string(), quantity: z.int(), usable: z.int() }),
    ),
  }),
})

export const getUseByWeek = endpoint({
  method: 'GET',
  path: '/inventory/use-by-week/',
  summary: 'What was handed out, sold and used up, at cost, week by week',
  access: 'stock.view',
  live: ['stock'],
  query: fields({
    store: Id.optional(),
    /** How many weeks, this one included; 12 when absent. */
    weeks: z.coerce.number<number>().int().min(1).max(53).optional(),
  }),
  /** Every week, the earliest first; it begins on the Monday that is named. */
  response: z.array(z.object({ week: z.string(), value: z.string() })),
})

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
  z.int({ error: 'Enter the units per pack.' }).min(1).max(1_000_000).nullable(),
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
