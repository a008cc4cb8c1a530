import { expect, test } from 'vitest'
import { roundTo } from './rounding-example.ts'

test.each([
  ['0.01', '123.37'],
  ['0.05', '123.35'],
  ['0.10', '123.40'],
  ['0.50', '123.50'],
  ['1.00', '123.00'],
  ['5.00', '125.00'],
  ['10.00', '120.00'],
  ['50.00', '100.00'],
  ['100.00', '100.00'],
])('in steps of %s 123.37 becomes %s', (step, rounded) => expect(roundTo('123.37', step)).toBe(rounded))

test('half a step is rounded up', () => {
  expect([roundTo('122.50', '5.00'), roundTo('150.00', '100.00')]).toEqual(['125.00', '200.00'])
})
