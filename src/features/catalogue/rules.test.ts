import { describe, expect, test } from 'vitest'
import { isSamePrice, priceErrors, priceOn } from './rules.ts'

const frame = { today: '2026-03-02', currency: 'KES', isCash: false }
const wanted = { price: '100.00', co_pay_amount: null, co_pay_percent: null, valid_from: '2026-03-02', valid_until: null }

describe('a wanted price', () => {
  test.each<[object, object, string[]]>([
    [{}, {}, []],
    [{ valid_from: '2026-03-01' }, {}, ['valid_from']],
    [{ valid_until: '2026-03-02' }, {}, []],
    [{ valid_until: '2026-03-01' }, {}, ['valid_until']],
    [{ co_pay_amount: '100' }, {}, []],
    [{ co_pay_amount: '100.01' }, {}, ['co_pay_amount']],
    [{ co_pay_amount: '1', co_pay_percent: '1' }, {}, ['co_pay_percent']],
    [{ co_pay_amount: '1' }, { isCash: true }, ['co_pay_amount']],
    [{ co_pay_percent: '1' }, { isCash: true }, ['co_pay_percent']],
    [{ price: '100.50', co_pay_amount: '0.50' }, { currency: 'UGX' }, ['price', 'co_pay_amount']],
    [{ price: '100.50' }, { currency: 'KES' }, []],
  ])('%o under %o breaks %o', (more, where, fields) => {
    expect(Object.keys(priceErrors({ ...wanted, ...more }, { ...frame, ...where }))).toEqual(fields)
  })
})

test('of the prices that cover a day the one that began last counts', () => {
  const prices = [
    { valid_from: '2026-01-01', valid_until: null },
    { valid_from: '2026-02-01', valid_until: '2026-02-28' },
    { valid_from: '2026-04-01', valid_until: null },
  ]
  const on = (day: string) => priceOn(prices, day)?.valid_from
  expect(['2025-12-31', '2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01', '2026-04-01'].map(on)).toEqual([
    undefined,
    '2026-01-01',
    '2026-02-01',
    '2026-02-01',
    '2026-01-01',
    '2026-04-01',
  ])
})
test('prices are the same however their numbers are written', () => {
  expect(isSamePrice({ ...wanted, price: '100', co_pay_percent: '5' }, { ...wanted, co_pay_percent: '5.00' })).toBe(true)
  expect(isSamePrice(wanted, { ...wanted, co_pay_amount: '0.00' })).toBe(false)
  expect(isSamePrice(wanted, { ...wanted, valid_until: '2026-12-31' })).toBe(false)
})
