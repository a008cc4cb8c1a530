import { expect, test } from 'vitest'
import { minutesIn, spanOf } from './settings-values.ts'

test.each([
  [0, { count: '0', unit: 'hours' }],
  [45, { count: '45', unit: 'minutes' }],
  [120, { count: '2', unit: 'hours' }],
  [2880, { count: '2', unit: 'days' }],
] as const)('%s minutes are said in the largest unit, and come back', (minutes, span) => {
  expect(spanOf(minutes)).toEqual(span)
  expect(minutesIn(span.count, span.unit)).toBe(minutes)
})

test('an empty box is no span of nothing', () => expect(minutesIn(' ', 'hours')).toBeNaN())
