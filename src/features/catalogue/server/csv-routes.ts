import { notFound } from '#platform/errors/problem.ts'
import { handle } from '#platform/http/handle.ts'
import { exportItems, importItems } from '../contract.ts'
import { exportPrices, importPrices } from '../contract-prices.ts'
import { itemColumns, priceColumns } from './csv-cells.ts'
import { writeCsv } from '#platform/csv/write-csv.ts'
import { findItemCells, findPriceCells } from './exports.ts'
import { importItemsFrom } from './import-items.ts'
import { importPricesFrom } from './import-prices.ts'
import { findListName } from './price-lists.ts'
import { findToday } from './today.ts'

export const csvRoutes = [
  handle(exportItems, async ({ db, now, audit }) => {
    const { today } = await findToday(db, now)
    const rows = await findItemCells(db, now)
    audit('export', { entity: 'catalogue', id: null, change: { rows: rows.length } })
    return { body: writeCsv(itemColumns, rows), filename: `Catalogue ${today}.csv` }
  }),
  handle(importItems, importItemsFrom),

  handle(exportPrices, async ({ db, params, now, audit }) => {
    const list = await findListName(db, params.id)
    if (!list) throw notFound('Price list')
    const { today } = await findToday(db, now)
    const rows = await findPriceCells(db, list.id, today)
    audit('export', { entity: 'price list', id: list.id, change: { rows: rows.length } })
    return { body: writeCsv(priceColumns, rows), filename: `Prices ${list.name} ${today}.csv` }
  }),
  handle(importPrices, importPricesFrom),
]
