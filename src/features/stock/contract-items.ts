import { z } from 'zod'
import { Ref, ById, fields, Id, pageQuery, patchOf, version, YesNo } from '#shared/paging.ts'
import { line, prose } from '#shared/text.ts'
import { ItemCategory } from '#features/catalogue/contract.ts'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Amount } from '#shared/money.ts'
import { catalogue } from '#shared/catalogue.ts'
import { choice, link, text } from '#shared/record.ts'
import { importBody, ImportReport, tableFile } from '#shared/csv.ts'
import { Table, tableTypes } from '#shared/table.ts'

/** The most units or packs that one line may be about. */
export const MAX_COUNT = 999_999
const digits = /^\d{1,7}$/
/** A form of an earlier client sends its numbers as text. */
const asNumber = (sent: number) => (typeof sent === 'string' && digits.test((sent as string).trim()) ? Number(sent) : sent)
const whole = (least: number, error: string) =>
  z.preprocess(asNumber, z.int({ error }).check(z.gte(least, { error }), z.lte(MAX_COUNT, { error: `Enter at most ${MAX_COUNT}.` })))
/** How many units or packs: a whole number above zero. */
export const Count = whole(1, 'Enter a whole number above zero.')
/** The same, or none. */
export const CountOrNone = whole(0, 'Enter a whole number, zero or more.')

/** What one unit costs: six decimals at most, as text. */
export const Cost = z
  .string({ error: 'Enter a cost, for example 2.50.' })
  .overwrite((text) => text.trim())
  .check(z.regex(/^\d{1,10}(\.\d{1,6})?$/, 'Enter a cost, for example 2.50.'))

/** The number that the maker printed on a pack; as text in capitals, because people write it either way. */
export const Lot = line(40).overwrite((text) => text.toUpperCase())

/** The last day on which something may be used. */
export const Expiry = z.iso
  .date({ error: 'Enter a date as YYYY-MM-DD.', abort: true })
  .refine((day) => day >= '2000-01-01' && day < '2100-01-01', 'Enter a date from 2000 to 2099.')

export const Day = z.iso
  .date({ error: 'Enter a date as YYYY-MM-DD.', abort: true })
  .refine((day) => day >= '1900-01-01' && day < '2200-01-01', { error: 'Enter a date from 1900 onwards.', abort: true })

/** Why: some words, because somebody will ask. */
export const Reason = line(300)

/** A pack of the item, or null for single units. */
export const Pack = Ref.nullish()

const oneOf = <const T extends readonly string[]>(words: T) => z.enum(words, { error: `Choose one of: ${words.join(', ')}.` })

export const storeKinds = ['main', 'pharmacy', 'laboratory', 'ward', 'department'] as const
export const stockStates = ['usable', 'quarantined', 'in transit'] as const
export const StockState = oneOf(stockStates)
/** What lies in a store, and is not on its way. */
export const heldStates = ['usable', 'quarantined'] as const
export const HeldState = oneOf(heldStates)
export const movementKinds = [
  'opening',
  'receipt',
  'donate_in',
  'dispense',
  'otc',
  'consume',
  'issue_out',
  'issue_in',
  'return_patient',
  'return_supplier',
  'adjust_count',
  'expire',
  'damage',
  'loss',
  'quarantine',
  'release',
] as const
export const MovementKind = oneOf(movementKinds)

/** What an item is kept for: to be sold or handed out, or to be used up in the house. Taken in any letter case. */
export const CategoryOne = z
  .string()
  .overwrite((text) => text.trim().toLowerCase())
  .pipe(z.enum(['resale', 'internal'], { error: 'Choose one of: resale, internal.' }))

/** The code on a pack, as a scanner reads it. */
const Barcode = line(60).check(z.minLength(4))
const Days = z.int().min(0).max(365)

export const ItemPack = z
  .object({ id: z.int(), name: z.string(), units: z.int(), is_active: z.boolean(), barcodes: z.array(z.string()) })
  .meta({ id: 'ItemPack' })
export type ItemPack = z.output<typeof ItemPack>

const itemFields = {
  id: z.int(),
  item_code: z.string().nullable(),
  name: z.string(),
  desc: z.string(),
  category: ItemCategory,
  /** What it is counted in. */
  units_of_measure: z.string(),
  category_one: z.enum(['resale', 'internal']),
  /** Units of the largest pack and of the next smaller one; 1 where there is none. */
  packed: z.int(),
  subpacked: z.int(),
  /** Per cent. */
  vat_rate: z.string(),
  /** The cash price of today; none when the item has no price yet. */
  sale_price: z.string().nullable(),
  supplier: z.int().nullable(),
  supplier_name: z.string().nullable(),
  needs_lot: z.boolean(),
  needs_expiry: z.boolean(),
  /** A register is kept of every unit of it. */
  is_controlled: z.boolean(),
  /** Days a delivery takes, and for how many more there should be enough. */
  lead_days: z.int(),
  safety_days: z.int(),
  /** Days without use after which it counts as slow moving. */
  slow_moving_period: z.int(),
  is_active: z.boolean(),
  version: z.int(),
  /** The codes of a single unit. */
  barcodes: z.array(z.string()),
  /** The largest first; those out of use too, on the item's card alone. */
  packs: z.array(ItemPack),
}
export const StockItem = z.object(itemFields).meta({ id: 'StockItem' })
export type StockItem = z.output<typeof StockItem>

/** What a store has of an item, in its units, and what it should have. */
export const StockLevel = z
  .object({
    store: z.int(),
    store_name: z.string(),
    usable: z.int(),
    quarantined: z.int(),
    /** On its way to this store. */
    in_transit: z.int(),
    /** Ordered for this store and not received yet. */
    on_order: z.int(),
    minimum: z.int(),
    reorder_level: z.int(),
    maximum: z.int().nullable(),
    is_low: z.boolean(),
    /** At cost, what is on its way included. */
    value: z.string(),
    version: z.int(),
  })
  .meta({ id: 'StockLevel' })
export type StockLevel = z.output<typeof StockLevel>

const CardBatch = z.object({
  id: z.int(),
  lot: z.string(),
  expires_on: z.string().nullable(),
  unit_cost: z.string(),
  supplier: z.int().nullable(),
  supplier_name: z.string().nullable(),
  received_at: Instant,
  is_expired: z.boolean(),
  is_recalled: z.boolean(),
  places: z.array(z.object({ store: z.int(), store_name: z.string(), state: StockState, quantity: z.int() })),
})
export const StockItemCard = z
  .object({
    ...itemFields,
    usable: z.int(),
    quarantined: z.int(),
    in_transit: z.int(),
    on_order: z.int(),
    value: z.string(),
    /** Of one unit, by the latest delivery that was paid for; none before there was one. */
    last_cost: z.string().nullable(),
    /** One for each store that is in use or has something. */
    levels: z.array(StockLevel),
    /** What lies somewhere, the first to expire first. */
    batches: z.array(CardBatch),
  })
  .meta({ id: 'StockItemCard' })
export type StockItemCard = z.output<typeof StockItemCard>

const settings = {
  desc: prose(500).optional(),
  item_code: line(30).nullish(),
  category_one: CategoryOne.optional(),
  supplier: Ref.nullish(),
  needs_lot: z.boolean().optional(),
  needs_expiry: z.boolean().optional(),
  is_controlled: z.boolean().optional(),
  lead_days: Days.optional(),
  safety_days: Days.optional(),
  slow_moving_period: z.int().min(1).max(3650).optional(),
}
const named = { name: line(120), category: ItemCategory, units_of_measure: line(30) }

export const listStockItems = endpoint({
  method: 'GET',
  path: '/inventory/items/',
  summary: 'Items that are kept in stock, by name; `q` searches name, code and barcode',
  access: 'stock.view',
  paged: true,
  live: ['stock', 'catalogue'],
  query: fields({
    ...pageQuery,
    q: z.string().max(100).optional(),
    category: ItemCategory.optional(),
    category_one: CategoryOne.optional(),
    supplier: Id.optional(),
    active: YesNo.optional(),
  }),
  response: z.array(StockItem),
})
export const getStockItem = endpoint({
  method: 'GET',
  path: '/inventory/items/{id}/',
  summary: 'The card of an item: packs with their barcodes, what each store has, batches with where they lie',
  access: 'stock.view',
  live: ['stock', 'catalogue', 'purchasing'],
  params: ById,
  response: StockItemCard,
})
export const createStockItem = endpoint({
  method: 'POST',
  path: '/inventory/items/',
  summary:
    'Add an item to the catalogue and keep it in stock, with its cash price from today when one is named (which needs prices.change)',
  access: 'stock.settings',
  body: fields({ ...named, ...settings, tax_class: Ref.optional(), sale_price: Amount.nullish() }),
  status: 201,
  response: StockItemCard,
})
export const updateStockItem = endpoint({
  method: 'PATCH',
  path: '/inventory/items/{id}/',
  summary:
    'Change an item, or take it out of use. 409 `counted_in_unit` for another unit once there were batches, `on_hand` while something is there',
  access: 'stock.settings',
  params: ById,
  body: patchOf(fields({ ...named, ...settings, tax_class: Ref, is_active: z.boolean() })),
  response: StockItemCard,
})
export const deleteStockItem = endpoint({
  method: 'DELETE',
  path: '/inventory/items/{id}/',
  summary: 'Take an item out of use; what was written of it stays. 409 `on_hand` while something is there or on order',
  access: 'stock.settings',
  params: ById,
  status: 204,
  response: z.unknown(),
})
export const deleteStockItemById = endpoint({
  method: 'POST',
  path: '/inventory/delete-item',
  summary: 'The same, with the id in the body',
  access: 'stock.settings',
  body: fields({ id: Ref }),
  status: 204,
  response: z.unknown(),
})

export const ItemPacks = z
  .object({ item: z.int(), barcodes: z.array(z.string()), packs: z.array(ItemPack), version: z.int() })
  .meta({ id: 'ItemPacks' })
const barcodes = z.array(Barcode).max(20)
const PACK_UNITS = 'Enter a whole number, from 2 to 1,000,000.'
export const replacePacks = endpoint({
  method: 'PUT',
  path: '/inventory/items/{id}/packs/',
  summary: 'Say what an item comes in, whole: packs that are not named go out of use, barcodes that are not named are forgotten',
  access: 'stock.settings',
  params: ById,
  body: fields({
    barcodes: barcodes.optional(),
    packs: z
      .array(
        fields({
          /** A pack that is there; absent: a new one, or the one of this name. */
          id: Ref.optional(),
          name: line(60),
          units: z.int(PACK_UNITS).min(2, PACK_UNITS).max(1_000_000, PACK_UNITS),
          barcodes: barcodes.optional(),
        }),
      )
      .max(20),
    ...version,
  }),
  response: ItemPacks,
})
export const replaceLevel = endpoint({
  method: 'PUT',
  path: '/inventory/items/{id}/levels/{store}/',
  summary: 'Say how much of an item a store should have at least, when to order and at most; zeros and no maximum when it does not matter',
  access: 'stock.settings',
  params: fields({ id: Id, store: Id }),
  body: fields({ minimum: CountOrNone, reorder_level: CountOrNone, maximum: CountOrNone.nullish(), ...version }),
  response: StockLevel,
})

/** Where stock lies. */
export const stores = catalogue({
  name: 'Store',
  path: '/inventory/stores/',
  summaries: {
    list: 'List the stores: the main ones first, then by name',
    create: 'Add a store',
    update:
      'Change a store, or take it out of use, which forgets what it should have. 409 `store_in_use` while something lies there, is on its way or is being counted, and `last_main_store`',
  },
  access: { view: 'stock.view', change: 'stock.settings' },
  live: ['stock'],
  fields: {
    name: text(80, { label: 'Name', presence: 'required', fhir: { path: 'Location.name' } }),
    kind: choice(storeKinds, { label: 'Type', presence: 'required', fhir: { path: 'Location.type' } }),
    department: link('departments', { label: 'Department', fhir: { path: 'Location.partOf' } }),
  },
})
export const { list: listStores, create: createStore, update: updateStore } = stores
export type Store = z.output<typeof stores.row>

/** The headings of a file of opening stock; one of code and name, and quantity, have to be there. */
export const openingColumns = [
  'code',
  'name',
  'store',
  'lot',
  'expiry',
  'quantity',
  'pack',
  'unit_cost',
  'pack_cost',
  'minimum',
  'reorder_level',
] as const

export const importOpeningStock = endpoint({
  method: 'POST',
  path: '/inventory/opening-stock/import/',
  summary:
    'Open stock by CSV or XLSX (code or name, store, lot, expiry, quantity, pack, unit_cost or pack_cost, minimum, reorder_level): all rows or none',
  access: 'stock.settings',
  files: { file: tableFile },
  /** `again`: although the file was imported before, or a store has moved some of its items already. */
  body: importBody.extend({ again: z.enum(['true', 'false']).optional() }),
  status: 200,
  response: ImportReport,
})

export const openingTemplate = endpoint({
  method: 'GET',
  path: '/inventory/opening-stock/template/',
  summary:
    "The clinic's own items that are kept in stock, with their codes, names and units, as CSV in which the quantities are to be filled in",
  access: 'stock.settings',
  produces: 'text/csv',
  response: z.unknown(),
})

// Not live: it leaves a row in the trail each time.
export const exportStock = endpoint({
  method: 'GET',
  path: '/inventory/stock/export/',
  summary: 'What lies in the stores, batch by batch with its value: a table, or CSV, XLSX and PDF by Accept',
  access: 'stock.view',
  audit: 'read',
  offers: Object.values(tableTypes),
  query: fields({ store: Id.optional(), category: ItemCategory.optional(), q: z.string().max(100).optional() }),
  response: Table,
})
