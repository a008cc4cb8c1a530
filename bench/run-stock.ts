import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { type Alone, measureAlone } from './alone.ts'
import type { Comparison } from './compare.ts'
import type { House } from './house.ts'
import type { Scenario } from './scenarios.ts'
import { dispensingReads, dispensingWrites } from './dispensing.ts'
import { stockReads, stockWrites } from './stock.ts'

/** How many rows of each kind the measured clinic has. */
interface StockSize {
  items: number
  stores: number
  batches: number
  movements: number
  prescriptions: number
}
export interface StockFigures {
  rows: StockSize
  alone: Alone[]
  comparisons: Comparison[]
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

/** Measures what only reads and what writes: first one person alone, then many at once. */
export const measureStock = async (
  house: House,
  wanted: (name: string) => boolean,
  runAll: (house: House, scenarios: readonly Scenario[]) => Promise<Comparison[]>,
  say: (line: string) => void,
): Promise<StockFigures> => {
  const rows = await countRows(house.direct.db)
  say(`  ${rows.items} items in ${rows.stores} stores, ${rows.movements} movements, ${rows.prescriptions} prescriptions`)
  const alone: Alone[] = []
  const comparisons: Comparison[] = []
  for (const part of [
    [...stockReads, ...dispensingReads],
    [...stockWrites, ...dispensingWrites],
  ]) {
    const chosen = part.filter(({ name }) => wanted(name))
    for (const scenario of chosen) {
      const figures = await measureAlone(house, scenario, {})
      say(`  ${figures.name}, alone: p50 ${figures.p50}, p95 ${figures.p95}, at most ${figures.max} ms, ${figures.errors} errors`)
      alone.push(figures)
    }
    comparisons.push(...(await runAll(house, chosen)))
  }
  return { rows, alone, comparisons }
}
