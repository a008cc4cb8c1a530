import { expect, test } from 'vitest'
import { amountText, bareAmount } from './amount-text.ts'

test.each([
  ['500', '500'],
  [' 500.5 ', '500.5'],
  ['1,200', '1200'],
  ['1,234,567.80', '1234567.80'],
  ['1 200,50', '1200.50'],
  ['1’200.50', '1200.50'],
  ['1.200,50', '1200.50'],
  ['12,5', '12.5'],
  ['12,', '12,'],
  ['1,20,0', '1,20,0'],
  ['', ''],
  ['free', 'free'],
])('%j is typed for %j', (typed, wire) => expect(amountText(typed)).toBe(wire))

test('a box shows cents only where there are some', () => {
  expect([bareAmount('500.00'), bareAmount('500.50'), bareAmount(null)]).toEqual(['500', '500.50', ''])
})
