import { expect, test } from 'vitest'
import { barOf, marksOf } from './bar-of.ts'
import { rangeGaps } from './range-gaps.ts'

const always = { valid_from: '2020-01-01', valid_until: null, sex: null, is_pregnant: null, age_from_days: 0, age_to_days: null }
const DAY = '2026-11-22'

test('says which ages and sexes no range covers', () => {
  expect(rangeGaps([], DAY)).toEqual([])
  expect(rangeGaps([always], DAY)).toEqual([])
  // From the fifth year for both, between for men alone.
  const ranges = [
    { ...always, age_from_days: 0, age_to_days: 30 },
    { ...always, sex: 'female' as const, age_from_days: 30, age_to_days: 1826 },
    { ...always, age_from_days: 2000 },
  ]
  expect(rangeGaps(ranges, DAY)).toEqual([
    { who: 'male', from: 30, to: 2000 },
    { who: 'female', from: 1826, to: 2000 },
  ])
  expect(rangeGaps([{ ...always, age_to_days: 100 }], DAY)).toEqual([{ who: 'both', from: 100, to: null }])
  expect(rangeGaps([{ ...always, sex: 'male' }], DAY)).toEqual([{ who: 'female', from: 0, to: null }])
})

test('counts only what is valid on the day', () => {
  const ended = { ...always, valid_until: DAY }
  expect(rangeGaps([ended], DAY)).toEqual([])
  expect(rangeGaps([ended, { ...always, age_from_days: 7 }], DAY)).toEqual([{ who: 'both', from: 0, to: 7 }])
})

test('misses pregnant women only where a range leaves them out', () => {
  const adult = { ...always, sex: 'female' as const, age_from_days: 6574 }
  const others = [always].map((range) => ({ ...range, sex: 'male' as const }))
  const girls = { ...always, sex: 'female' as const, age_to_days: 6574 }
  expect(rangeGaps([...others, girls, { ...adult, is_pregnant: false }], DAY)).toEqual([{ who: 'pregnant', from: 6574, to: null }])
  const pregnant = { ...adult, is_pregnant: true, age_to_days: 20_000 }
  expect(rangeGaps([...others, girls, { ...adult, is_pregnant: false }, pregnant], DAY)).toEqual([
    { who: 'pregnant', from: 20_000, to: null },
  ])
})

test('draws what lies beyond limits, and nothing where there is none', () => {
  const none = { low: null, high: null, low_critical: null, high_critical: null }
  expect(barOf(none)).toEqual([])
  const all = barOf({ low: '4', high: '6', low_critical: '2', high_critical: '10' })
  expect(all.map(({ tone }) => tone)).toEqual(['critical', 'attention', 'done', 'attention', 'critical'])
  expect(all.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(100)
  expect(barOf({ ...none, high: '5' }).map(({ tone }) => tone)).toEqual(['done', 'attention'])
  expect(barOf({ ...none, high: '5', high_critical: '5' }).map(({ tone }) => tone)).toEqual(['done', 'critical'])
  // Limits stand where the parts meet.
  const meets = all.map((_, at) => all.slice(0, at).reduce((sum, { share }) => sum + share, 0)).slice(1)
  const marks = marksOf({ low: '4', high: '6', low_critical: '2', high_critical: '10' })
  expect(marks.map(({ limit }) => limit)).toEqual(['2', '4', '6', '10'])
  for (const [at, { place }] of marks.entries()) expect(place).toBeCloseTo(meets[at] ?? -1)
})
