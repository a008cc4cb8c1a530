import { expect, test } from 'vitest'
import { inPacks, packName, signed, unitCost, worthOf } from './amounts.ts'

test('a cost of a unit shows two decimals, and more where it has them', () => {
  expect(['2.5', '2.500000', '0.333333', '0.125000', '3'].map(unitCost)).toEqual(['2.50', '2.50', '0.333333', '0.125', '3.00'])
})
test('what units cost together is exact until it is rounded to cents', () => {
  expect(worthOf(3, '0.333333')).toBe('1.00')
  expect(worthOf(999_999, '9999.999999')).toBe('9999989999.00')
  expect(worthOf(-4, '2.5')).toBe('-10.00')
  expect(worthOf(0, '2.5')).toBe('0.00')
})
test('what came and what left is told by its sign', () => expect([signed(5), signed(-1200), signed(0)]).toEqual(['+5', '−1,200', '0']))
test('a pack tells its units once', () => {
  expect(
    [
      { name: 'Box', units: 1200 },
      { name: 'Box of 100', units: 100 },
    ].map(packName),
  ).toEqual(['Box (1,200)', 'Box of 100'])
})
test('units are told in the largest pack that they fill', () => {
  const packs = [
    { name: 'Strip', units: 10 },
    { name: 'Box', units: 100 },
  ]
  expect(inPacks(250, packs, 'tablet')).toBe('2 × Box + 50 tablets')
  expect(inPacks(30, packs, 'tablet')).toBe('3 × Strip')
  expect(inPacks(7, packs, 'tablet')).toBe('')
})
