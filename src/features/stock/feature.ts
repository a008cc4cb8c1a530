import type { Feature } from '../feature.ts'

export const feature: Feature = {
  tables: {
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
  },
  permissions: {
    stock: {
      title: 'Stock',
      place: 280,
      rights: {
        'stock.view': {
          label: 'See stock, its batches and movements',
          roles: ['nurse', 'labtech', 'lab_manager', 'pharmacist', 'accountant', 'storekeeper', 'procurement'],
        },
        'stock.move': { label: 'Send, take in and use up stock', roles: ['nurse', 'labtech', 'lab_manager', 'pharmacist', 'storekeeper'] },
        'stock.receive': { label: 'Take in deliveries', roles: ['storekeeper'] },
        'stock.over_receive': { label: 'Take in more than was ordered', roles: [] },
        'stock.write_off': { label: 'Write stock off, quarantine it and send it back to suppliers', roles: ['storekeeper'] },
        'stock.count': { label: 'Count stock', roles: ['pharmacist', 'storekeeper'] },
        'stock.approve': { label: 'Approve what a count changes', roles: ['accountant'] },
        'stock.recall': { label: 'Recall lots', roles: ['pharmacist', 'storekeeper'] },
        'stock.settings': { label: 'Decide stores, packs, levels and opening stock', roles: ['storekeeper'] },
      },
    },
  },
  topics: {
    stock: { access: 'stock.view' },
  },
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
  accessLog: {
    nouns: [{ entities: ['recall', 'stock movements'], staff: 'what was handed out', patient: 'the medicines that you were given' }],
  },
}
