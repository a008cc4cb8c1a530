import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, pageQuery, PatientId } from '#shared/paging.ts'
import { ItemCategory } from '#features/catalogue/contract.ts'
import { MovementKind, StockState } from './contract-fields.ts'
import { ItemPack } from './contract-items.ts'

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
