import { expect, test } from 'vitest'
import { expiryFault, priceOfPack, unitCostOf } from './receiving-rules.ts'

test('a unit costs its part of a pack, to six decimals', () => {
  expect(unitCostOf('250.00', 100)).toBe('2.500000')
  expect(unitCostOf('10.00', 3)).toBe('3.333333')
  expect(unitCostOf('20.00', 3)).toBe('6.666667')
  expect(unitCostOf('0.01', 1_000_000)).toBe('0.000000')
  expect(unitCostOf('0.00', 7)).toBe('0.000000')
  expect(unitCostOf('9999999999.99', 1)).toBe('9999999999.990000')
})

test('the price of another pack follows from that of the one that was ordered', () => {
  expect(priceOfPack('250.00', 100, 10)).toBe('25.00')
  expect(priceOfPack('1.00', 3, 1)).toBe('0.33')
  expect(priceOfPack('2.50', 1, 100)).toBe('250.00')
})

test('what has expired, expires today, or is said to last for more than twenty years is not received', () => {
  expect(expiryFault('2026-03-01', '2026-03-02')).toBe('This has expired: refuse it on delivery; it cannot be received.')
  expect(expiryFault('2026-03-02', '2026-03-02')).toBe('This expires today: refuse it on delivery; it cannot be received.')
  expect(expiryFault('2026-03-03', '2026-03-02')).toBeNull()
  expect(expiryFault('2046-03-02', '2026-03-02')).toBeNull()
  expect(expiryFault('2046-03-03', '2026-03-02')).toBe('This is more than 20 years ahead.')
  expect(expiryFault('2044-02-29', '2024-02-29')).toBeNull()
})
