import { expect, test } from 'vitest'
import { isSame, placeAfter, termsAfter, typedCell } from './price-cells.ts'

const row = { price: '500.00', co_pay_amount: null, co_pay_percent: '10.00' }

test('a typed price keeps the co-pay, an empty one takes the item off the list', () => {
  expect(termsAfter('price', '1,200', row)).toEqual({ price: '1200.00', co_pay_amount: null, co_pay_percent: '10.00' })
  expect(termsAfter('price', '', row)).toEqual({ price: null, co_pay_amount: null, co_pay_percent: null })
  expect(termsAfter('price', '12.345', row)).toMatch(/^Enter an amount/)
})

test('a typed co-pay keeps the price, and needs one', () => {
  expect(termsAfter('co_pay', '50', row)).toEqual({ price: '500.00', co_pay_amount: '50.00', co_pay_percent: null })
  expect(termsAfter('co_pay', '', row)).toEqual({ price: '500.00', co_pay_amount: null, co_pay_percent: null })
  expect(termsAfter('co_pay', '10%', { ...row, price: null })).toBe('Enter the price first.')
})

test('typing over what is there and leaving it is no change', () => {
  for (const column of ['price', 'co_pay'] as const)
    expect(isSame(row, termsAfter(column, typedCell(column, row), row) as never)).toBe(true)
  expect(isSame(row, termsAfter('co_pay', '0', row) as never)).toBe(false)
})

test('arrows move by a cell and stop at the edges, pages by a page', () => {
  const at = { row: 1, column: 0 }
  expect(placeAfter('ArrowDown', at, 3, 2, 10)).toEqual({ row: 2, column: 0 })
  expect(placeAfter('ArrowDown', { row: 2, column: 0 }, 3, 2, 10)).toEqual({ row: 2, column: 0 })
  expect(placeAfter('ArrowRight', at, 3, 2, 10)).toEqual({ row: 1, column: 1 })
  expect(placeAfter('ArrowRight', at, 3, 1, 10)).toEqual(at)
  expect(placeAfter('PageDown', at, 30, 2, 10)).toEqual({ row: 11, column: 0 })
  expect(placeAfter('End', at, 30, 2, 10)).toEqual({ row: 29, column: 0 })
  expect(placeAfter('a', at, 3, 2, 10)).toBeNull()
})
