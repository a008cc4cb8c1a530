import { expect, test } from 'vitest'
import { toStockStatus } from './item-status.ts'

const main = { store: 1, store_name: 'Main store', usable: 500, in_transit: 0, reorder_level: 100 }
const pharmacy = { store: 2, store_name: 'Pharmacy', usable: 40, in_transit: 0, reorder_level: 20 }
const batch = (is_recalled: boolean) => ({ is_recalled, places: [{ store: 2, state: 'in transit' as const, quantity: 50 }] })

test.each([
  ['enough everywhere', pharmacy, [], { is_low: false, out_in: '', low_in: '' }],
  ['none in the pharmacy', { ...pharmacy, usable: 0 }, [], { is_low: true, out_in: 'Pharmacy', low_in: 'Pharmacy' }],
  ['too little in the pharmacy', { ...pharmacy, usable: 20 }, [], { is_low: true, out_in: '', low_in: 'Pharmacy' }],
  ['more is coming', { ...pharmacy, usable: 10, in_transit: 50 }, [batch(false)], { is_low: false }],
  ['what is coming is recalled', { ...pharmacy, usable: 10, in_transit: 50 }, [batch(true)], { is_low: true, low_in: 'Pharmacy' }],
  ['a store that need not have it', { ...pharmacy, usable: 0, reorder_level: 0 }, [], { is_low: false, out_in: '' }],
])('%s', (_name, level, batches, wanted) =>
  expect(toStockStatus({ usable: 500 + level.usable, levels: [main, level], batches })).toMatchObject(wanted),
)
