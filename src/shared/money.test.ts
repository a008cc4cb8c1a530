import { expect, test } from 'vitest'
import type { z } from 'zod'
import {
  Amount,
  cents,
  currencyDecimals,
  fromCents,
  grossOf,
  hasTooManyDecimals,
  Percent,
  percentOf,
  PositiveAmount,
  Quantity,
  splitCents,
  sumOf,
} from './money.ts'

const reads = (schema: z.ZodType, value: unknown) => {
  const result = schema.safeParse(value)
  return result.success ? result.data : null
}

test.each([
  ['5', '5.00'],
  ['5.5', '5.50'],
  [' 007.10 ', '7.10'],
  ['0', '0.00'],
  ['9999999999.99', '9999999999.99'],
])('the amount %s is read as %s', (sent, read) => expect(reads(Amount, sent)).toBe(read))

test.each(['-1', '1,000', '1.005', '1e3', '１', '', '.5', '5.', 'NaN', '+5', '10000000000', 5, null, true, ['5']])(
  '%s is no amount',
  (sent) => expect(reads(Amount, sent)).toBeNull(),
)
test('nothing is no payment', () => expect(['0', '0.00', '00'].map((sent) => reads(PositiveAmount, sent))).toEqual([null, null, null]))
test('percentages', () =>
  expect(['0', '12.5', '100', '100.00', '100.01', '-1', '101'].map((sent) => reads(Percent, sent) !== null)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ]))
test('quantities', () =>
  expect(['1', '0.001', '99999.999', '0', '0.000', '1.0001', '100000', '-1'].map((sent) => reads(Quantity, sent) !== null)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]))

test('cents and back, to the cent, up to the greatest sum', () => {
  for (const text of ['0.00', '0.01', '-0.01', '19.99', '999999999999.99', '-123456.70']) expect(fromCents(cents(text))).toBe(text)
  expect([cents('5'), cents('5.1'), fromCents(-0)]).toEqual([500, 510, '0.00'])
})
test('currencies without cents take none (ISO 4217)', () => {
  expect(['KES', 'UGX', 'RWF', 'USD', 'JPY'].map(currencyDecimals)).toEqual([2, 0, 0, 2, 0])
  expect([hasTooManyDecimals('10.50', 'UGX'), hasTooManyDecimals('10.00', 'UGX'), hasTooManyDecimals('10.50', 'KES')]).toEqual([
    true,
    false,
    false,
  ])
})

test('pieces add up, and none is greater than its part', () => {
  let seed = 7
  const random = (max: number) => (seed = (seed * 48_271) % 2_147_483_647) % max
  for (let round = 0; round < 5000; round++) {
    const parts = Array.from({ length: 1 + random(4) }, () => (random(3) === 0 ? random(4) : random(1_000_000_000_000)))
    const all = parts.reduce((sum, part) => sum + part, 0)
    const value = all === 0 ? 0 : random(all + 1)
    const pieces = splitCents(value, parts)
    expect(pieces.reduce((sum, piece) => sum + piece, 0)).toBe(value)
    for (const [index, piece] of pieces.entries()) {
      expect(piece).toBeGreaterThanOrEqual(0)
      expect(piece).toBeLessThanOrEqual(parts[index]!)
    }
  }
})

test.each([
  ['1.005', '1.00', 2, '1.01'],
  ['1.004', '1.00', 2, '1.00'],
  ['0.333', '1000.00', 0, '333.00'],
  ['0.5', '1.00', 0, '1.00'],
  ['60', '0.35', 2, '21.00'],
  ['1', '9999999999.99', 2, '9999999999.99'],
])('%s at %s, of a currency with %i decimals, is %s', (quantity, price, decimals, gross) =>
  expect(grossOf(quantity, price, decimals)).toBe(gross),
)

test.each([
  ['1.01', '100', 2, '1.01'],
  ['0.05', '50', 2, '0.03'],
  ['99.99', '12.5', 2, '12.50'],
  ['33.35', '0', 2, '0.00'],
  ['333.00', '0.15', 0, '0.00'],
  ['333.00', '0.16', 0, '1.00'],
  ['9999999999.99', '99.99', 2, '9998999999.99'],
])('of %s, %s % with %i decimals is %s', (amount, percent, decimals, part) => expect(percentOf(amount, percent, decimals)).toBe(part))

test('a percentage is within half of the least sum of the exact part, and never more than the whole', () => {
  let seed = 11
  const random = (max: number) => (seed = (seed * 48_271) % 2_147_483_647) % max
  for (let round = 0; round < 5000; round++) {
    const decimals = random(3) === 0 ? 0 : 2
    const unit = decimals === 0 ? 100 : 1
    const gross = grossOf(`${random(1000)}.${String(random(1000)).padStart(3, '0')}`, fromCents((random(1_000_000) + 1) * unit), decimals)
    const percent = fromCents(random(10_001))
    const part = cents(percentOf(gross, percent, decimals))
    expect(part % unit).toBe(0)
    expect(part).toBeLessThanOrEqual(cents(gross))
    const exact = BigInt(cents(gross)) * BigInt(cents(percent))
    const off = 10_000n * BigInt(part) - exact
    expect(off > -5000n * BigInt(unit) && off <= 5000n * BigInt(unit), `${percent} % of ${gross}`).toBe(true)
  }
  expect(percentOf('4711.11', '100')).toBe('4711.11')
})

test('amounts are summed in cents', () => expect(sumOf(['0.10', '0.20', '-1.00'])).toBe('-0.70'))
