import { z } from 'zod'
import { tableFile, importBody, ImportReport } from '#shared/csv.ts'
import { catalogue } from '#shared/catalogue.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Amount, Percent } from '#shared/money.ts'
import { ById, fields, pageQuery, patchOf, Ref, YesNo } from '#shared/paging.ts'
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
