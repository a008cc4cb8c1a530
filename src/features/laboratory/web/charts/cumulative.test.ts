import { expect, test } from 'vitest'
import { daysIn, daysOf, percentOf, spanOf } from '../dashboard/days.ts'
import { bySection, drawable, rowsAt, timesOf, type Point, type Series } from './cumulative.ts'
import { rangeText } from '../range-text.ts'

let id = 0
const point = (observed_at: string, result: string): Point => ({
  id: ++id,
  observed_at,
  result,
  value: /\d/.test(result) ? result.replace(/[<>]/g, '') : null,
  result_kind: null,
  rank: null,
  unit: null,
  flag: null,
  low: null,
  high: null,
  visit: null,
  is_amended: false,
  origin: 'typed',
})
const series = (test_panel: number, section: string, ...points: Point[]) => ({ test_panel, section, points }) as Series

const sodium = series(1, 'Chemistry', point('2026-11-01T08:00:10Z', '140'), point('2026-11-03T08:00:00Z', '<120'))
const malaria = series(2, 'Parasites', point('2026-11-01T08:00:50Z', 'Negative'), point('2026-10-01T08:00:00Z', 'Pf'))

test('times newest first, results of one drawing in one column', () => {
  const times = timesOf([sodium, malaria])
  expect(times.map((at) => at.slice(0, 10))).toEqual(['2026-11-03', '2026-11-01', '2026-10-01'])
  const rows = rowsAt([sodium, malaria], times.slice(0, 2))
  expect(rows.map(({ points }) => points.map((one) => one?.result ?? null))).toEqual([
    ['<120', '140'],
    [null, 'Negative'],
  ])
  expect(rowsAt([sodium, malaria], times.slice(2)).map(({ series: { test_panel } }) => test_panel)).toEqual([2])
  expect(bySection(rows).map(([section]) => section)).toEqual(['Chemistry', 'Parasites'])
})
test('draws numbers, open where the true one lies beyond', () => {
  expect(drawable(sodium.points).map(({ value, isBeyond }) => [value, isBeyond])).toEqual([
    [140, false],
    [120, true],
  ])
  expect(drawable(malaria.points)).toEqual([])
  expect([rangeText('0.4', '0.54'), rangeText('1.5', '4')]).toEqual(['0.40 – 0.54', '1.5 – 4.0'])
  expect([rangeText('3', '5'), rangeText(null, '5'), rangeText('3', null), rangeText(null, null)]).toEqual(['3 – 5', '≤ 5', '≥ 3', ''])
})
test('ten thousand results are laid out at once', () => {
  const many = Array.from({ length: 40 }, (_, panel) =>
    series(panel, 'S', ...Array.from({ length: 250 }, (__, at) => point(new Date(at * 86_400_000).toISOString(), String(at)))),
  )
  const before = process.cpuUsage()
  const times = timesOf(many)
  expect(rowsAt(many, times.slice(0, 10))).toHaveLength(40)
  expect(times).toHaveLength(250)
  expect(process.cpuUsage(before).user).toBeLessThan(500_000)
})
test('days by a word, and shares', () => {
  expect(daysOf('week', '2026-03-03')).toEqual({ from: '2026-02-25', to: '2026-03-03' })
  expect(spanOf({ from: '2026-02-25', to: '2026-03-03' }, '2026-03-03')).toBe('week')
  expect(spanOf({ from: '2026-02-25', to: '2026-03-02' }, '2026-03-03')).toBeNull()
  expect(daysIn({ from: '2026-03-04', to: '2026-03-03' }, '2026-03-03')).toEqual({ from: '2026-03-03', to: '2026-03-03' })
  expect([percentOf(1, 3), percentOf(0, 0)]).toEqual([33, null])
})
