import { expect, test } from 'vitest'
import { sumOf } from './line-sums.ts'

test('lines are summed to the cent, each tax rounded by itself, what is not whole left out', () => {
  const line = { quantity: '3', unit_price: '0.35', tax_rate: '16' }
  expect(sumOf([line, line, { ...line, quantity: '' }, { ...line, unit_price: 'soon' }])).toEqual({
    net: '2.10',
    tax: '0.34',
    total: '2.44',
  })
})
