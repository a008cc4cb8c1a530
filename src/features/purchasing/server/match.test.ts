import { expect, test } from 'vitest'
import { isNear, matchRows, matchTotal, sumOfRows, type Agreed, type BilledRow } from './match.ts'

const row = (more: Partial<BilledRow> = {}): BilledRow => ({
  item: 1,
  item_name: 'Amoxicillin 500 mg',
  purchase_order_item: 7,
  pack: 'box of 100',
  pack_units: 100,
  quantity: 10,
  unit_price: '250.00',
  tax_rate: '16.00',
  ...more,
})
const line = (more: Partial<Agreed> = {}): Agreed => ({
  item: 1,
  purchase_order_item: 7,
  open: 1000,
  price: { pack_units: 100, unit_price: '250.00', tax_rate: '16.00' },
  ...more,
})

test('a bill agrees for all that came, for a part of it, and by single units at the same price', () => {
  expect(matchRows([row()], [line()], true)).toEqual([])
  expect(matchRows([row({ quantity: 3 })], [line()], true)).toEqual([])
  expect(matchRows([row({ pack: 'tablet', pack_units: 1, quantity: 1000, unit_price: '2.50' })], [line()], true)).toEqual([])
})

test('a bill for more than came differs in words, with all its rows taken together', () => {
  expect(matchRows([row({ quantity: 12 })], [line()], true)).toEqual([
    {
      kind: 'quantity',
      item: 1,
      item_name: 'Amoxicillin 500 mg',
      billed: '1200',
      expected: '1000',
      text: 'Amoxicillin 500 mg: billed 12 × box of 100, received and not billed yet 10',
    },
  ])
  expect(matchRows([row({ quantity: 6 }), row({ quantity: 6 })], [line()], true).map(({ kind }) => kind)).toEqual(['quantity'])
  expect(matchRows([row({ quantity: 1 })], [line({ open: 50 })], true)[0]?.text).toBe(
    'Amoxicillin 500 mg: billed 100 units, received and not billed yet 50 units',
  )
})

test('another price and another tax differ, each in words', () => {
  const differences = matchRows([row({ unit_price: '300.00', tax_rate: '0.00' })], [line()], true)
  expect(differences.map(({ text }) => text)).toEqual([
    'Amoxicillin 500 mg: billed at 300.00 a box of 100, agreed 250.00',
    'Amoxicillin 500 mg: billed with 0.00% tax, agreed 16.00%',
  ])
  expect(matchRows([row({ tax_rate: '16' })], [line()], true)).toEqual([])
  // A third of a cent more is more: nothing is rounded away.
  expect(
    matchRows(
      [row({ pack_units: 3, quantity: 1, unit_price: '3.34' })],
      [line({ price: { pack_units: 1, unit_price: '1.11', tax_rate: null } })],
      true,
    ),
  ).toHaveLength(1)
})

test('what nobody ordered, and what never came, differs', () => {
  expect(matchRows([row({ purchase_order_item: null, item: 2, item_name: 'Gauze' })], [line()], true)[0]).toMatchObject({
    kind: 'item',
    text: 'Gauze: billed 10 × box of 100, but it is not on the order',
  })
  expect(matchRows([row({ purchase_order_item: null })], [], false)[0]?.text).toContain('never came from this supplier')
})

test('a bill without rows is to be what came and is not billed, to the cent', () => {
  expect(matchTotal('2900.00', '2900.00')).toEqual([])
  expect(matchTotal('2900.01', '2900.00')[0]).toMatchObject({ kind: 'total', billed: '2900.01', expected: '2900.00' })
  expect(matchTotal('10.00', null)).toHaveLength(1)
})

test('rows are summed to the cent, however great', () => {
  expect(sumOfRows([row(), row({ quantity: 1, unit_price: '0.03', tax_rate: '16' })])).toEqual({ total: '2900.03', tax: '400.00' })
  expect(sumOfRows([row({ quantity: 3, unit_price: '0.10', tax_rate: '5' })])).toEqual({ total: '0.32', tax: '0.02' })
  expect(isNear('2900.03', '2900.01', 2)).toBe(true)
  expect(isNear('2900.04', '2900.01', 2)).toBe(false)
})
