import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { dispensingReads, dispensingWrites } from '../acts/dispensing.ts'
import type { BenchServer } from '../server/bench-server.ts'
import { measureParts, type PartFigures, type RunAll } from './measure-sections.ts'
import { stockReads, stockWrites } from '../acts/stock.ts'

/** How many rows of each kind the measured clinic has. */
interface StockSize {
  items: number
  stores: number
  batches: number
  movements: number
  prescriptions: number
}
export interface StockFigures extends PartFigures {
  rows: StockSize
}

const countRows = async (db: Db): Promise<StockSize> => {
  const { rows } = await sql<StockSize>`
    select (select count(*) from stocked_items) as items, (select count(*) from stores) as stores, (select count(*) from batches) as batches,
      (select count(*) from stock_movements) as movements, (select count(*) from prescriptions where status is not null) as prescriptions`.execute(
    db,
  )
  if (!rows[0]) throw new Error('The stores do not answer.')
  return rows[0]
}

export const measureStock = async (
  app: BenchServer,
  wanted: (name: string) => boolean,
  runAll: RunAll,
  say: (line: string) => void,
): Promise<StockFigures> => {
  const rows = await countRows(app.direct.db)
  say(`  ${rows.items} items in ${rows.stores} stores, ${rows.movements} movements, ${rows.prescriptions} prescriptions`)
  const parts = [
    [...stockReads, ...dispensingReads],
    [...stockWrites, ...dispensingWrites],
  ]
  return { rows, ...(await measureParts(app, parts, wanted, runAll, say)) }
}
