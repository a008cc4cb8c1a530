import { z } from 'zod'
import { ItemCategory } from '#features/catalogue/contract.ts'
import { importBody, ImportReport, tableFile } from '#shared/csv.ts'
import { endpoint } from '#shared/endpoint.ts'
import { fields, Id } from '#shared/paging.ts'
import { Table, tableTypes } from '#shared/table.ts'

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
