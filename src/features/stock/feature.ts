import type { Feature } from '../feature.ts'
import { expiryWork } from './server/moves/expire.ts'
import { stockRoutes } from './server/routes.ts'
import { stockStanding } from './standing.ts'

export const feature: Feature = {
  routes: (program) => stockRoutes(program, { onReturn: program.takeBackIssued }),
  works: () => [expiryWork],
  alerts: stockStanding,
  constraints: {
    items_unit_kept: { says: 'Stock of this item was counted in its unit already: it stays.', code: 'counted_in_unit' },
    barcodes_pkey: { says: 'This code belongs to another pack or item already.' },
    stock_levels_enough: { says: 'There is not enough in stock.', code: 'not_enough_stock' },
    batch_stock_enough: { says: 'There is not enough of this batch in stock.', code: 'not_enough_stock' },
    stock_entries_reversed_once: { says: 'This was taken back already.' },
    stock_counts_one_open: { says: 'This store is being counted already.' },
    stock_counts_approved_by_another: { says: 'Somebody who did not count it approves a count.' },
    recalls_once: { says: 'This lot is recalled already.' },
  },
}
