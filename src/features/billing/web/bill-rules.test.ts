import { expect, test } from 'vitest'
import {
  asksTheSame,
  blockOf,
  changedLines,
  minus,
  readWanted,
  saysNoDiscount,
  shortQuantity,
  spread,
  wholeDiscountBody,
  type Line,
} from './bill-rules.ts'

const line = (id: number, item_amount: string, more: Partial<Line> = {}): Line => ({
  id,
  item_name: `Item ${id}`,
  quantity: '1.000',
  item_amount,
  insurer_amount: '0.00',
  patient_amount: item_amount,
  status: 'pending',
  price_source: 'cash',
  ...more,
})

test('what changed between two looks at a bill is said line by line', () => {
  const before = [line(1, '500.00'), line(2, '80.00'), line(3, '40.00')]
  const after = [line(1, '500.00'), line(2, '80.00', { status: 'cancelled' }), line(3, '60.00'), line(4, '120.00')]
  expect(changedLines(before, after)).toEqual([
    { id: 2, name: 'Item 2', kind: 'gone', before: '80.00', after: '0.00' },
    { id: 3, name: 'Item 3', kind: 'changed', before: '40.00', after: '60.00' },
    { id: 4, name: 'Item 4', kind: 'added', before: '0.00', after: '120.00' },
  ])
  expect(changedLines(before, before)).toEqual([])
})

test('a line that only moves from the patient to the insurer has changed', () => {
  const after = line(1, '500.00', { insurer_amount: '400.00', patient_amount: '100.00' })
  expect(changedLines([line(1, '500.00')], [after]).map(({ kind }) => kind)).toEqual(['changed'])
})

test('the same sums ask the same of everybody', () => {
  const bill = { invoice_amount: '500.00', patient_balance: '100.00', insurer_balance: '400.00', item_count: 2 }
  expect(asksTheSame(bill, { ...bill })).toBe(true)
  expect(asksTheSame(bill, { ...bill, patient_balance: '0.00' })).toBe(false)
})

test('a bill without lines, or with one that has no price, cannot be issued', () => {
  expect(blockOf({ item_count: 0, unpriced: 0 })).toBe('empty')
  expect(blockOf({ item_count: 3, unpriced: 1 })).toBe('unpriced')
  expect(blockOf({ item_count: 3, unpriced: 0 })).toBe(null)
})

test.each([
  ['dressing', '1', 'dressing'],
  ['3x dressing', '3', 'dressing'],
  ['3 X dressing', '3', 'dressing'],
  ['2.5* gauze', '2.5', 'gauze'],
  ['0x gauze', '1', '0x gauze'],
  ['3 in 1 syrup', '1', '3 in 1 syrup'],
])('%s asks for %s of %s', (typed, quantity, q) => expect(readWanted(typed)).toEqual({ quantity, q }))

test('differences are whole cents, quantities short', () => {
  expect(minus('1.00', '0.90')).toBe('0.10')
  expect(['2.000', '2.500', '10', '0.125'].map(shortQuantity)).toEqual(['2', '2.5', '10', '0.125'])
})

test("an insurer's payment is spread over bills in their order, never more than is due", () => {
  const bills = [
    { id: 1, insurer_balance: '100.00' },
    { id: 2, insurer_balance: '50.50' },
    { id: 3, insurer_balance: '70.00' },
  ]
  expect(spread(120_00, bills)).toEqual({
    amounts: new Map([
      [1, 100_00],
      [2, 20_00],
    ]),
    left: 0,
  })
  expect(spread(300_00, bills).left).toBe(79_50)
  expect(spread(0, bills).amounts.size).toBe(0)
})

test.each([
  ['percent', '10', { discount_percent: '10' }],
  ['percent', '10 %', { discount_percent: '10' }],
  ['percent', '12,5%', { discount_percent: '12.5' }],
  ['amount', '1,200.50', { discount: '1200.50' }],
  // For the contract to refuse.
  ['amount', '10 %', { discount: '10%' }],
  ['none', 'left over', { discount: '0' }],
] as const)('a discount of a whole bill by %s, typed %j', (by, value, body) => {
  expect(wholeDiscountBody({ by, value })).toEqual(body)
  expect(saysNoDiscount({ by, value })).toBe(false)
})
test('an empty box or zero is no discount: removing all is chosen', () => {
  for (const by of ['percent', 'amount'] as const)
    expect(['', ' ', '0', '0.00'].map((value) => saysNoDiscount({ by, value }))).toEqual([true, true, true, true])
  expect(saysNoDiscount({ by: 'none', value: '' })).toBe(false)
})
