import { z } from 'zod'
import { tableFile, importBody, ImportReport } from '#shared/csv.ts'
import { catalogue } from '#shared/catalogue.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Amount, Percent } from '#shared/money.ts'
import { ById, fields, pageQuery, patchOf, Ref, YesNo, Id } from '#shared/paging.ts'
import { decimal, text } from '#shared/record.ts'
import { line } from '#shared/text.ts'

/** What everybody may know of a service: its name. */
export const listServices = endpoint({
  method: 'GET',
  path: '/patients/services/',
  summary: 'List services, by name; price and department only for people with services.view',
  access: 'public',
  perMinute: 600,
  live: ['catalogue'],
  response: z.array(
    z.object({ id: z.int(), name: z.string(), price: z.string().nullable().optional(), department: z.string().nullable().optional() }),
  ),
})

export const itemCategories = [
  'consultation',
  'procedure',
  'nursing',
  'laboratory',
  'imaging',
  'drug',
  'consumable',
  'bed',
  'other',
] as const
export const ItemCategory = z.enum(itemCategories, { error: `Choose one of: ${itemCategories.join(', ')}.` })

export const ItemInput = fields({
  /** What the clinic calls it in short; unique. */
  code: line(30).nullish(),
  name: line(120),
  category: ItemCategory,
  unit: line(30),
  department: Ref.nullish(),
  tax_class: Ref,
})
export const Item = z
  .object({
    id: z.int(),
    code: z.string().nullable(),
    name: z.string(),
    category: ItemCategory,
    unit: z.string(),
    department: z.int().nullable(),
    department_name: z.string().nullable(),
    tax_class: z.int(),
    tax_class_name: z.string(),
    tax_rate: z.string(),
    /** The cash price of today; none when the item has no price yet. */
    price: z.string().nullable(),
    is_active: z.boolean(),
    version: z.int(),
  })
  .meta({ id: 'Item' })
export type Item = z.output<typeof Item>

export const listItems = endpoint({
  method: 'GET',
  path: '/catalogue/items/',
  summary: 'Search the catalogue by name or code, by name',
  access: 'services.view',
  paged: true,
  live: ['catalogue'],
  query: fields({
    ...pageQuery,
    q: z.string().max(100).optional(),
    category: ItemCategory.optional(),
    active: YesNo.optional(),
    /** Without a cash price today. */
    unpriced: YesNo.optional(),
  }),
  response: z.array(Item),
})
export const getItem = endpoint({
  method: 'GET',
  path: '/catalogue/items/{id}/',
  summary: 'Read an item of the catalogue',
  access: 'services.view',
  live: ['catalogue'],
  params: ById,
  response: Item,
})
export const createItem = endpoint({
  method: 'POST',
  path: '/catalogue/items/',
  summary: 'Add an item, with its cash price from today when one is named (which needs prices.change)',
  access: 'catalogue.change',
  body: ItemInput.extend({ price: Amount.nullish() }),
  status: 201,
  response: Item,
})
export const updateItem = endpoint({
  method: 'PATCH',
  path: '/catalogue/items/{id}/',
  summary: 'Change an item, or take it out of use',
  access: 'catalogue.change',
  params: ById,
  body: patchOf(ItemInput.extend({ is_active: z.boolean() })),
  response: Item,
})

export const taxClasses = catalogue({
  name: 'TaxClass',
  path: '/catalogue/tax-classes/',
  summaries: {
    list: 'List tax classes, by name',
    create: 'Add a tax class',
    update: 'Change a tax class; a new rate counts for charges made from then on',
  },
  access: { view: 'services.view', change: 'billing.settings' },
  live: ['catalogue'],
  fields: {
    name: text(60, { label: 'Name', presence: 'required', hint: 'For example VAT, reduced rate.' }),
    rate: decimal(Percent, { label: 'Rate', presence: 'required' }),
  },
})
export const { list: listTaxClasses, create: createTaxClass, update: updateTaxClass } = taxClasses
export type TaxClass = z.output<typeof taxClasses.row>

export const exportItems = endpoint({
  method: 'GET',
  path: '/catalogue/items/export/',
  summary: 'The catalogue with today’s cash prices as CSV',
  access: 'prices.view',
  audit: 'read',
  produces: 'text/csv',
  query: fields({}),
  response: z.unknown(),
})
export const importItems = endpoint({
  method: 'POST',
  path: '/catalogue/items/import/',
  summary: 'Add and change items by CSV (code, name, category, unit, department, tax_class, price, active): all rows or none',
  access: 'catalogue.change',
  files: { file: tableFile },
  body: importBody,
  status: 200,
  response: ImportReport,
})

const coPay = {
  co_pay_amount: Amount.nullish(),
  co_pay_percent: Percent.nullish(),
}
const oneCoPay = (input: { co_pay_amount?: unknown; co_pay_percent?: unknown }) =>
  input.co_pay_amount == null || input.co_pay_percent == null
const oneCoPayError = { path: ['co_pay_percent'], error: 'A co-pay is an amount or a percentage, not both.' }

const PriceListFields = fields({ name: line(60), insurance_company: Ref, ...coPay, covers_unlisted: z.boolean().optional() })
export const PriceList = z
  .object({
    id: z.int(),
    name: z.string(),
    /** None: the list of those who pay themselves. */
    insurance_company: z.int().nullable(),
    insurance_company_name: z.string().nullable(),
    co_pay_amount: z.string().nullable(),
    co_pay_percent: z.string().nullable(),
    covers_unlisted: z.boolean(),
    is_active: z.boolean(),
    /** Items with a price today. */
    priced_items: z.int(),
    version: z.int(),
  })
  .meta({ id: 'PriceList' })
export type PriceList = z.output<typeof PriceList>

export const listPriceLists = endpoint({
  method: 'GET',
  path: '/catalogue/price-lists/',
  summary: 'List price lists, the cash list first',
  access: 'prices.view',
  live: ['catalogue', 'company'],
  query: fields({}),
  response: z.array(PriceList),
})
export const createPriceList = endpoint({
  method: 'POST',
  path: '/catalogue/price-lists/',
  summary: 'Start the price list of an insurer',
  access: 'prices.change',
  body: PriceListFields.refine(oneCoPay, oneCoPayError),
  status: 201,
  response: PriceList,
})
export const updatePriceList = endpoint({
  method: 'PATCH',
  path: '/catalogue/price-lists/{id}/',
  summary: 'Change a price list, or take it out of use',
  access: 'prices.change',
  params: ById,
  body: patchOf(PriceListFields.omit({ insurance_company: true }).extend({ is_active: z.boolean() })).refine(oneCoPay, oneCoPayError),
  response: PriceList,
})

/** One line of a price list: an item and what its payer is asked for it. */
export const PriceRow = z
  .object({
    /** The item's id. */
    id: z.int(),
    code: z.string().nullable(),
    name: z.string(),
    category: ItemCategory,
    unit: z.string(),
    cash_price: z.string().nullable(),
    price: z.string().nullable(),
    co_pay_amount: z.string().nullable(),
    co_pay_percent: z.string().nullable(),
    valid_from: z.string().nullable(),
    valid_until: z.string().nullable(),
    /** A price that begins later, when there is one. */
    next_price: z.string().nullable(),
    next_from: z.string().nullable(),
  })
  .meta({ id: 'PriceRow' })
export type PriceRow = z.output<typeof PriceRow>
export const listPrices = endpoint({
  method: 'GET',
  path: '/catalogue/price-lists/{id}/prices/',
  summary: 'The active items with their price on this list on a day (today), by name',
  access: 'prices.view',
  paged: true,
  live: ['catalogue'],
  params: ById,
  query: fields({
    ...pageQuery,
    q: z.string().max(100).optional(),
    category: ItemCategory.optional(),
    on: z.iso.date().optional(),
    priced: YesNo.optional(),
  }),
  response: z.array(PriceRow),
})
export const Price = z
  .object({
    id: z.int(),
    item: z.int(),
    price: z.string(),
    co_pay_amount: z.string().nullable(),
    co_pay_percent: z.string().nullable(),
    valid_from: z.string(),
    valid_until: z.string().nullable(),
    created_by_name: z.string().nullable(),
  })
  .meta({ id: 'Price' })
export const listItemPrices = endpoint({
  method: 'GET',
  path: '/catalogue/price-lists/{id}/prices/{item}/',
  summary: 'Every price of an item on this list, the newest beginning first',
  access: 'prices.view',
  live: ['catalogue'],
  params: fields({ id: Id, item: Id }),
  response: z.array(Price),
})
export const setPrice = endpoint({
  method: 'PUT',
  path: '/catalogue/price-lists/{id}/prices/{item}/',
  summary: 'Set the price of an item on this list from a day on (today); a price that has begun on an earlier day stays as history',
  access: 'prices.change',
  params: fields({ id: Id, item: Id }),
  body: fields({ price: Amount, ...coPay, valid_from: z.iso.date().optional(), valid_until: z.iso.date().nullish() })
    .refine(oneCoPay, oneCoPayError)
    .refine(({ valid_from, valid_until }) => !valid_from || !valid_until || valid_from <= valid_until, {
      path: ['valid_until'],
      error: 'The last day must not be before the first.',
    }),
  response: Price,
})
export const endPrice = endpoint({
  method: 'DELETE',
  path: '/catalogue/price-lists/{id}/prices/{item}/',
  summary: 'Take an item off this list from today on: a running price ends yesterday, one that has not begun is gone',
  access: 'prices.change',
  params: fields({ id: Id, item: Id }),
  status: 204,
  response: z.void(),
})
export const exportPrices = endpoint({
  method: 'GET',
  path: '/catalogue/price-lists/{id}/export/',
  summary: 'A price list as CSV',
  access: 'prices.view',
  audit: 'read',
  produces: 'text/csv',
  params: ById,
  query: fields({}),
  response: z.unknown(),
})
export const importPrices = endpoint({
  method: 'POST',
  path: '/catalogue/price-lists/{id}/import/',
  summary: 'Set prices by CSV (code or name, price, co_pay_amount, co_pay_percent, valid_from, valid_until): all rows or none',
  access: 'prices.change',
  params: ById,
  files: { file: tableFile },
  body: importBody,
  status: 200,
  response: ImportReport,
})
