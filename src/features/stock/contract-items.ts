import { z } from 'zod'
import { ItemCategory } from '#features/catalogue/contract.ts'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Amount } from '#shared/money.ts'
import { ById, fields, Id, pageQuery, patchOf, Ref, version, YesNo } from '#shared/paging.ts'
import { line, prose } from '#shared/text.ts'
import { CountOrNone, StockState } from './contract-fields.ts'

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
