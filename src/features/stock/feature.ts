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
          label: 'View stock, batches and movements',
          roles: ['nurse', 'labtech', 'lab_manager', 'pharmacist', 'accountant', 'storekeeper', 'procurement'],
        },
        'stock.move': { label: 'Transfer, receive and use stock', roles: ['nurse', 'labtech', 'lab_manager', 'pharmacist', 'storekeeper'] },
        'stock.receive': { label: 'Receive deliveries', roles: ['storekeeper'] },
        'stock.over_receive': { label: 'Receive more than ordered', roles: [] },
        'stock.write_off': { label: 'Write off, quarantine and return stock to suppliers', roles: ['storekeeper'] },
        'stock.count': { label: 'Count stock', roles: ['pharmacist', 'storekeeper'] },
        'stock.approve': { label: 'Approve stock count differences', roles: ['accountant'] },
        'stock.recall': { label: 'Recall lots', roles: ['pharmacist', 'storekeeper'] },
        'stock.settings': { label: 'Manage stores, packs, stock levels and opening stock', roles: ['storekeeper'] },
      },
    },
  },
  topics: {
    stock: { access: 'stock.view' },
  },
  constraints: {
    items_unit_kept: { says: 'The unit cannot be changed: stock of this item is already recorded in it.', code: 'counted_in_unit' },
    barcodes_pkey: { says: 'This code already belongs to another pack or item.' },
    stock_levels_enough: { says: 'Not enough in stock.', code: 'not_enough_stock' },
    batch_stock_enough: { says: 'Not enough of this batch in stock.', code: 'not_enough_stock' },
    stock_entries_reversed_once: { says: 'This is already reversed.' },
    stock_counts_one_open: { says: 'A count is already in progress in this store.' },
    stock_counts_approved_by_another: { says: 'A count cannot be approved by a user who took part in it.' },
    recalls_once: { says: 'This lot is already recalled.' },
  },
  accessLog: {
    nouns: [{ entities: ['recall', 'stock movements'], staff: 'the dispensed medicines', patient: 'the medicines you received' }],
  },
}
