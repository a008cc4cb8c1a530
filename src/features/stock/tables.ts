import type { Tables } from '#platform/export/rules.ts'

export const tables: Tables = {
  names: [
    'suppliers',
    'stores',
    'stocked_items',
    'item_packs',
    'barcodes',
    'batches',
    'stock_levels',
    'batch_stock',
    'stock_entries',
    'stock_movements',
    'stock_notes',
    'transfers',
    'transfer_items',
    'stock_counts',
    'stock_count_lines',
    'recalls',
  ],
  filledAtFirst: ['stores'],
  sums: {
    'stock on hand, by item': `select item_id::text as key, sum(quantity)::text as value from stock_movements group by 1`,
  },
}
