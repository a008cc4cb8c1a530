import { expect, test } from 'vitest'
import { readDirections } from '#features/directions/rules.ts'
import { quantityWords, shortQuantity, unitName } from '#features/directions/web/quantity-name.tsx'
import { enteredQuantity, isPartlyDispensed, isUntouched, isWaiting, lineTotal, otherQuantity, remainingOf } from './drug-amounts.ts'

test('quantities are written without empty decimals', () => {
  expect(['10.000', '10', '2.500', '0.5', '100'].map(shortQuantity)).toEqual(['10', '10', '2.5', '0.5', '100'])
  expect([quantityWords('1200.000', 'ml'), quantityWords('2', null)]).toEqual(['1,200 ml', '2'])
  expect(['1', '2'].map((n) => quantityWords(n, 'Bottle'))).toEqual(['1 bottle', '2 bottles'])
  expect([unitName('tablet', 15), unitName('tube', 1), unitName('jar', 3)]).toEqual(['tablets', 'tube', 'jar'])
})

const line = (quantity: string, computed_quantity: string | null, directions: string | null = '1 tab bd') => ({
  quantity,
  computed_quantity,
  directions,
  structure: null,
  item_name: 'Metformin 500 mg tablet',
  unit: 'tablet',
})

test('an entered quantity is told apart from what the directions come to', () => {
  expect([line('9.000', '6.000'), line('6.000', '6.000'), line('2.000', null)].map(enteredQuantity)).toEqual(['9', '', '2'])
  expect([line('1.000', null, null), line('4.000', null, null)].map(enteredQuantity)).toEqual(['', '4'])
  const old = { ...line('10.000', null), structure: readDirections('1 tab bd 5/7').directions }
  expect([enteredQuantity(old), enteredQuantity({ ...old, quantity: '12.000' })]).toEqual(['', '12'])
  expect([line('9.000', '6.000'), line('6.000', '6.000'), line('2.000', null)].map(otherQuantity)).toEqual(['6', null, null])
})

test('what remains is exact to the third decimal', () => {
  expect(remainingOf({ quantity: '15.000', quantity_dispensed: '4.000' })).toBe('11')
  expect(remainingOf({ quantity: '0.300', quantity_dispensed: '0.100' })).toBe('0.2')
  expect(remainingOf({ quantity: '2.500', quantity_dispensed: '2.500' })).toBe('0')
})

test('a line comes to price times quantity, and to nothing known without a price', () => {
  expect(lineTotal({ sale_price: '12.50', quantity: '10.000' })).toBe('125.00')
  expect(lineTotal({ sale_price: '0.10', quantity: '0.500' })).toBe('0.05')
  expect(lineTotal({ sale_price: null, quantity: '10.000' })).toBeNull()
})

test('a line waits, is partly handed out, or is done with', () => {
  const line = {
    cancelled_at: null,
    refused_at: null,
    is_dispensed: false,
    is_external: false,
    quantity_dispensed: '0.000',
    replaced_by: null,
  }
  const part = { ...line, quantity_dispensed: '3.000' }
  const whole = { ...part, is_dispensed: true }
  const cancelled = { ...line, cancelled_at: '2026-05-14T10:00:00Z' }
  const refused = { ...part, refused_at: '2026-05-14T10:00:00Z' }
  const external = { ...line, is_external: true }
  expect([line, part, whole, cancelled, refused, external].map(isWaiting)).toEqual([true, true, false, false, false, false])
  expect([line, part, whole, cancelled].map(isUntouched)).toEqual([true, false, false, false])
  expect([line, part, whole].map(isPartlyDispensed)).toEqual([false, true, false])
})
