import { expect, test } from 'vitest'
import { outlookOf } from './reorder.ts'

const demand = {
  used: 900,
  days: 90,
  usable: 40,
  in_transit: 0,
  on_order: 0,
  lead_days: 7,
  safety_days: 7,
  reorder_level: 0,
  maximum: null,
  is_due: false,
  largest_pack: null,
}

test.each([
  ['what is used until there is more', {}, { average_per_day: '10.00', days_left: 4, suggested_order: 100 }],
  ['what is on its way and ordered counts', { in_transit: 30, on_order: 60 }, { suggested_order: 10 }],
  ['what is there is enough', { usable: 500 }, { days_left: 50, suggested_order: 0 }],
  ['a part of a unit is a whole one', { used: 901 }, { average_per_day: '10.01', days_left: 3, suggested_order: 101 }],
  ['up to the maximum', { maximum: 200 }, { suggested_order: 160 }],
  ['the maximum is the most', { maximum: 60 }, { suggested_order: 20 }],
  ['a young item', { used: 20, days: 2 }, { average_per_day: '10.00', suggested_order: 100 }],
  ['no usage', { used: 0 }, { average_per_day: '0.00', days_left: null, suggested_order: 0 }],
  ['nothing is used, but it should be there', { used: 0, reorder_level: 50 }, { days_left: null, suggested_order: 10 }],
  ['enough, although less than the maximum', { usable: 500, reorder_level: 100, maximum: 1400 }, { suggested_order: 0 }],
  ['at its reorder level', { used: 0, usable: 50, reorder_level: 50, maximum: 80 }, { suggested_order: 30 }],
  ['above its reorder level', { used: 0, usable: 51, reorder_level: 50, maximum: 80 }, { suggested_order: 0 }],
  ['one of its stores is short', { usable: 500, reorder_level: 100, maximum: 600, is_due: true }, { suggested_order: 100 }],
  ['one of its stores is short of what the others have', { usable: 500, reorder_level: 100, is_due: true }, { suggested_order: 0 }],
  ['whole packs', { used: 901, largest_pack: 60 }, { suggested_order: 120 }],
  ['whole packs, exactly', { largest_pack: 50 }, { suggested_order: 100 }],
  ['more was given back than used', { used: -5 }, { average_per_day: '0.00', days_left: null, suggested_order: 0 }],
])('%s', (_name, change, wanted) => expect(outlookOf({ ...demand, ...change })).toMatchObject(wanted))
