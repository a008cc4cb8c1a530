import { describe, expect, test } from 'vitest'
import { pews, pewsReviewMinutes } from './pews.ts'

const nothing = { respiration: null, pulse: null, systolic: null, spo2: null, on_oxygen: null, oxygen_flow: null }
/** An age in months in each band: 0-11 months, 1-4 years, 5-12 years, 13 years and over. */
const ages = [6, 30, 100, 170] as const

/** By sign and age: the first value of each points, from the lowest value up. */
const tables = {
  respiration: [
    [[1, 4], [10, 2], [20, 1], [30, 0], [50, 1], [60, 2], [70, 4]],
    [[1, 4], [10, 2], [20, 0], [40, 1], [50, 2], [60, 4]],
    [[1, 4], [10, 2], [15, 1], [20, 0], [25, 1], [40, 2], [50, 4]],
    [[1, 4], [10, 1], [15, 0], [25, 1], [30, 2], [40, 4]],
  ],
  pulse: [
    [[10, 4], [80, 2], [90, 1], [110, 0], [150, 1], [170, 2], [180, 4]],
    [[10, 4], [60, 2], [70, 1], [90, 0], [140, 1], [150, 2], [170, 4]],
    [[10, 4], [60, 2], [70, 1], [80, 0], [120, 1], [140, 2], [160, 4]],
    [[10, 4], [50, 2], [60, 1], [70, 0], [100, 1], [120, 2], [130, 4]],
  ],
  systolic: [
    [[30, 4], [50, 2], [60, 1], [70, 0], [90, 1], [100, 2], [110, 4]],
    [[30, 4], [50, 2], [60, 1], [80, 0], [100, 1], [120, 2], [130, 4]],
    [[30, 4], [70, 2], [80, 1], [90, 0], [110, 1], [120, 2], [130, 4]],
    [[30, 4], [80, 2], [90, 1], [100, 0], [120, 1], [130, 2], [140, 4]],
  ],
} as const // prettier-ignore

describe.each(Object.entries(tables))('%s', (sign, bands) => {
  test.each(ages.map((months, at) => [months, bands[at]!] as const))('at %i months each border has its points', (months, steps) => {
    for (const [at, [from, points]] of steps.entries()) {
      const last = (steps[at + 1]?.[0] ?? from + 50) - 1
      for (const value of [from, last])
        expect(pews({ ...nothing, [sign]: value }, months, false)?.atLeast, `${sign} ${value} at ${months} months`).toBe(points)
    }
  })
})

test('saturation and oxygen have the same points at every age', () => {
  for (const months of ages) {
    expect([91, 92, 94, 95].map((spo2) => pews({ ...nothing, spo2 }, months, false)?.atLeast)).toEqual([4, 1, 1, 0])
    const litres = (oxygen_flow: number) => pews({ ...nothing, on_oxygen: true, oxygen_flow }, months, false)?.atLeast
    expect([1.9, 2, 5.9, 6].map(litres)).toEqual([1, 2, 2, 4])
    expect(pews({ ...nothing, on_oxygen: false }, months, false)?.parts).toEqual({ oxygen: 0 })
  }
})

test('the bands change on the 1st, 5th and 13th birthday, and end on the 16th', () => {
  const at = (months: number, respiration: number) => pews({ ...nothing, respiration }, months, false)?.atLeast
  expect([at(11, 45), at(12, 45)]).toEqual([0, 1])
  expect([at(59, 20), at(60, 35)]).toEqual([0, 1])
  expect([at(155, 16), at(156, 16)]).toEqual([1, 0])
  expect(pews(nothing, 192, false)).toBeNull()
  expect(pews(nothing, null, false)).toBeNull()
})

test('what was not recorded is missing and never counts as ordinary', () => {
  const all = ['respiration', 'pulse', 'systolic', 'spo2', 'oxygen', 'distress', 'refill']
  expect(pews(nothing, 6, false)).toEqual({ atLeast: 0, parts: {}, missing: all })
  expect(pews({ ...nothing, on_oxygen: true }, 6, false)?.missing).toContain('oxygen')
  expect(pews(nothing, 6, true)).toMatchObject({ atLeast: 4, parts: { distress: 4 } })
})

test.each([
  [4, null],
  [5, 30],
  [8, 30],
  [9, 15],
  [12, 15],
  [13, 0],
])('a score of %i asks for a doctor within %s minutes', (score, within) => expect(pewsReviewMinutes(score)).toBe(within))
