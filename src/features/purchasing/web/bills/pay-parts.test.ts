import { expect, test } from 'vitest'
import { isPayable, spread, sumOfParts, toggled, usualMode } from './payment-shares.ts'

const bills = [
  { id: 1, balance: '100.00' },
  { id: 2, balance: '250.50' },
]

test('a bill is paid whole unless somebody says otherwise', () => {
  const parts = toggled(toggled(new Map(), bills[0]!), bills[1]!)
  expect(sumOfParts(parts)).toBe(35050)
  expect(isPayable(parts, bills)).toBe(true)
  expect(toggled(parts, bills[0]!).size).toBe(1)
})

test('what is set against bills goes on them in their order', () => {
  expect(Object.fromEntries(spread(12000, bills))).toEqual({ 1: '100.00', 2: '20.00' })
  expect(Object.fromEntries(spread(5000, bills))).toEqual({ 1: '50.00' })
  expect(spread(0, bills).size).toBe(0)
})

test('nothing, too much and what is no amount cannot be paid', () => {
  expect(isPayable(new Map(), bills)).toBe(false)
  expect(isPayable(new Map([[1, '100.01']]), bills)).toBe(false)
  expect(isPayable(new Map([[1, 'ten']]), bills)).toBe(false)
  expect(isPayable(new Map([[2, '1,00']]), bills)).toBe(true)
})

test('a supplier is paid as the last time, else by the bank, else nobody knows', () => {
  const modes = [
    { id: 1, payment_category: 'cash' },
    { id: 2, payment_category: 'bank' },
  ]
  expect(usualMode(modes, 1)).toBe(1)
  expect(usualMode(modes, null)).toBe(2)
  expect(usualMode(modes, 99)).toBe(2)
  expect(usualMode(modes.slice(0, 1), undefined)).toBeNull()
})
