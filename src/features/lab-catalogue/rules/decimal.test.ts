import { describe, expect, test } from 'vitest'
import {
  compare,
  compareDecimals,
  fractionOf,
  fractionOfNumber,
  isDecimal,
  minus,
  over,
  plus,
  rounded,
  shortDecimal,
  times,
  toDecimal,
} from './decimal.ts'

test.each(['', '.5', '5.', '+5', '1e3', '5,4', ' 5', '--5', '٥', 'NaN', '1'.repeat(41)])('%j is no decimal', (text) => {
  expect(isDecimal(text)).toBe(false)
  expect(() => fractionOf(text)).toThrow(RangeError)
})

test.each([
  ['2.345', 2, '2.35'],
  ['-2.345', 2, '-2.35'],
  ['1.005', 2, '1.01'],
  ['0.5', 0, '1'],
  ['-0.004', 2, '0.00'],
  ['0.04', 1, '0.0'],
  ['12', 3, '12.000'],
  ['-0.0', 1, '0.0'],
  ['99.95', 1, '100.0'],
])('%s to %i decimals is %s', (text, decimals, wanted) => {
  expect(toDecimal(fractionOf(text), decimals)).toBe(wanted)
  expect(toDecimal(rounded(fractionOf(text), decimals), decimals)).toBe(wanted)
})

test('tenths, which floating numbers do not have, are exact', () => {
  expect(toDecimal(plus(fractionOf('0.1'), fractionOf('0.2')), 1)).toBe('0.3')
  expect(compare(plus(fractionOf('0.1'), fractionOf('0.2')), fractionOf('0.3'))).toBe(0)
  expect(compareDecimals('0.30000000000000000001', '0.3')).toBe(1)
  expect(compareDecimals('5.40', '5.4')).toBe(0)
  expect(toDecimal(over(fractionOf('1'), fractionOf('3')), 6)).toBe('0.333333')
  expect(toDecimal(over(fractionOf('1'), fractionOf('-3')), 2)).toBe('-0.33')
})

test.each([
  ['3.500000', '3.5'],
  ['3.000', '3'],
  ['100', '100'],
  ['0.0', '0'],
  ['-1.050', '-1.05'],
])('%s is shown as %s', (text, wanted) => expect(shortDecimal(text)).toBe(wanted))

test('a floating number is one to twelve decimals, an endless one is none', () => {
  expect(toDecimal(fractionOfNumber(91.68)!, 2)).toBe('91.68')
  expect([Infinity, NaN, 1e18].map(fractionOfNumber)).toEqual([null, null, null])
})

describe('any numbers', () => {
  let seed = 17
  const random = (max: number) => (seed = (seed * 48_271) % 2_147_483_647) % max
  const any = () => `${random(2) ? '-' : ''}${random(10_000)}.${String(random(1000)).padStart(3, '0')}`

  test('sums, products and order keep the laws of arithmetic', () => {
    for (let round = 0; round < 2000; round++) {
      const [a, b, c] = [fractionOf(any()), fractionOf(any()), fractionOf(any())]
      expect(minus(plus(a, b), b)).toEqual(a)
      expect(times(a, plus(b, c))).toEqual(plus(times(a, b), times(a, c)))
      if (b[0] !== 0n) expect(times(over(a, b), b)).toEqual(a)
      expect(compare(a, b)).toBe(-compare(b, a) + 0)
      const error = minus(fractionOf(toDecimal(a, 1)), a)
      expect(compare(times(error, error), fractionOf('0.0025'))).not.toBe(1)
    }
  })
})
