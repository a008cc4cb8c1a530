import { expect, test } from 'vitest'
import { damagedLines, isPossible, withQuantity, worthOfLines } from './return-lines.ts'

const held = { batch: 3, state: 'quarantined', item: 1, quantity_in_stock: 40, purchase_price: '2.505000' } as Parameters<
  typeof withQuantity
>[1]

test('a batch goes back once, with what was typed last; nothing typed takes it out', () => {
  const once = withQuantity([], held, '4')
  const twice = withQuantity(once, held, '40')
  expect(twice).toEqual([
    { key: '3 quarantined', batch: 3, state: 'quarantined', item: 1, quantity: '40', held: 40, unit_cost: '2.505000' },
  ])
  expect(withQuantity(twice, { ...held, state: 'usable' }, '1')).toHaveLength(2)
  expect(withQuantity(twice, held, ' ')).toEqual([])
  expect(withQuantity([], { ...held, state: 'in transit' }, '1')).toEqual([])
})

test('no more goes back than there is, and it is worth what it cost', () => {
  const [line] = withQuantity([], held, '40')
  expect(line && isPossible(line)).toBe(true)
  expect(line && isPossible({ ...line, quantity: '41' })).toBe(false)
  expect(line && isPossible({ ...line, quantity: '1.5' })).toBe(false)
  expect(worthOfLines(line ? [line, { ...line, quantity: 'x' }] : [])).toBe(10020)
})

test('of a delivery goes back what came damaged and still lies in quarantine', () => {
  const rows = [
    { batch: 3, damaged_units: 30 },
    { batch: 3, damaged_units: 20 },
    { batch: 4, damaged_units: 2 },
    { batch: 5, damaged_units: 0 },
  ]
  const there = [held, { ...held, batch: 4, state: 'usable' as const }, { ...held, batch: 5 }, { ...held, batch: 6 }]
  expect(damagedLines(rows, there)).toMatchObject([{ batch: 3, state: 'quarantined', quantity: '40' }])
})
