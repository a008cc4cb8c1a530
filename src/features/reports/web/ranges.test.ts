import { expect, test } from 'vitest'
import { daysIn, daysOf, monthOf } from './ranges.ts'

test.each([
  ['today', '2026-03-02', '2026-03-02', '2026-03-02'],
  ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
  // A Monday begins a week, a Sunday ends one.
  ['week', '2026-03-02', '2026-03-02', '2026-03-02'],
  ['week', '2026-03-08', '2026-03-02', '2026-03-08'],
  ['month', '2026-03-31', '2026-03-01', '2026-03-31'],
  ['last-month', '2026-01-31', '2025-12-01', '2025-12-31'],
  ['last-month', '2024-03-31', '2024-02-01', '2024-02-29'],
] as const)('%s on %s is %s to %s', (preset, today, from, to) => {
  expect(daysOf(preset, today)).toEqual({ from, to })
})

test('an address with two days means them; with none, or with nonsense, this month', () => {
  expect(daysIn({ from: '2026-01-05', to: '2026-01-07', range: 'today' }, '2026-03-02')).toEqual({ from: '2026-01-05', to: '2026-01-07' })
  expect(daysIn({}, '2026-03-02')).toEqual({ from: '2026-03-01', to: '2026-03-02' })
  expect(daysIn({ from: '2026-01-07', to: '2026-01-05' }, '2026-03-02')).toEqual({ from: '2026-03-01', to: '2026-03-02' })
})

test('a month has all its days', () => {
  expect(monthOf('2024-02-11')).toEqual({ from: '2024-02-01', to: '2024-02-29' })
  expect(monthOf('2026-12-31')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
})
