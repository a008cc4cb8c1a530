import { describe, expect, test } from 'vitest'
import { controlStatistics, evaluateRun, zScore, type ControlPoint } from './westgard.ts'

/** Points of controls by z score, each level with a mean of 100 and an SD of 10; every inner list is a run. */
const runs = (...scores: Record<string, number>[]): ControlPoint[] =>
  scores.flatMap((run, place) =>
    Object.entries(run).map(([level, z]) => ({ level, run: String(place), value: (100 + z * 10).toFixed(2), mean: '100', sd: '10.0' })),
  )
const level = (...scores: number[]) => runs(...scores.map((z) => ({ low: z })))
const evaluated = (points: ControlPoint[]) => {
  const { outcome, broken } = evaluateRun(points)
  return [outcome, ...broken.map(({ rule, level }) => `${rule}${level ? ` ${level}` : ''}`)]
}

test.each([
  ['100', '100', '10', '0.00'],
  ['125', '100', '10', '2.50'],
  ['3.9', '4.0', '0.05', '-2.00'],
])('%s of mean %s and SD %s is %s SDs away', (value, mean, sd, z) => expect(zScore({ value, mean, sd })).toBe(z))
test.each(['0', '-1', '0.00'])('an SD of %s is none', (sd) => expect(() => zScore({ value: '1', mean: '1', sd })).toThrow(RangeError))

describe('one level', () => {
  test.each<[string, number[], string[]]>([
    ['quiet', [0.5, -1, 1.9], ['accepted']],
    ['exactly 2 SDs', [0, 2], ['accepted']],
    ['just beyond', [0, 2.01], ['warning', '1-2s low']],
    ['exactly 3 SDs', [0, 3], ['warning', '1-2s low']],
    ['1-3s', [0, -3.01], ['rejected', '1-2s low', '1-3s low']],
    ['2-2s', [2.1, 2.2], ['rejected', '1-2s low', '2-2s low']],
    ['both sides in different runs is no R-4s', [2.1, -2.2], ['warning', '1-2s low']],
    ['not one after the other', [2.1, 1.9, 2.2], ['warning', '1-2s low']],
    ['of the run before', [3.5, 0], ['accepted']],
    ['4-1s', [1.1, 1.2, 1.3, 1.4], ['rejected', '4-1s low']],
    ['4-1s below', [-1.1, -1.2, -1.3, -1.4], ['rejected', '4-1s low']],
    ['three of them', [1.1, 1.2, 1.3], ['accepted']],
    ['one of four at 1 SD', [1.1, 1, 1.3, 1.4], ['accepted']],
    ['four on two sides', [1.1, 1.2, -1.3, 1.4], ['accepted']],
    ['10x', Array<number>(10).fill(0.1), ['rejected', '10x low']],
    ['nine of them', Array<number>(9).fill(0.1), ['accepted']],
    ['one of ten at the mean', [0, ...Array<number>(9).fill(-0.1)], ['accepted']],
    ['an eleventh on the other side', [...Array<number>(10).fill(-0.1), 0.1], ['accepted']],
    ['the first', [1.5], ['accepted']],
  ])('%s', (_name, scores, wanted) => expect(evaluated(level(...scores))).toEqual(wanted))
  test('nothing at all', () => expect(evaluated([])).toEqual(['accepted']))
})

const twice = (first: number, second: number) => [...level(first), ...level(second)]

describe('the levels of one run', () => {
  test.each<[string, Record<string, number>[], string[]]>([
    ['R-4s', [{ low: 2.1, high: -2.1 }], ['rejected', '1-2s low', '1-2s high', 'R-4s']],
    ['2-2s', [{ low: 2.1, high: 2.1 }], ['rejected', '1-2s low', '1-2s high', '2-2s']],
    ['4 SDs apart, but not both beyond 2', [{ low: 2.5, high: -1.9 }], ['warning', '1-2s low']],
    ['in two runs', [{ low: 2.1, high: 0 }, { low: 0, high: 2.1 }], ['warning', '1-2s high']],
    ['in two runs, both sides', [{ low: 2.1 }, { high: -2.1 }], ['warning', '1-2s high']],
    ['each level has its own history', [{ low: 1.1, high: -1.1 }, { low: 1.1, high: -1.1 }, { low: 1.1, high: -1.1 }, { low: 1.1, high: 0 }], ['rejected', '4-1s low']],
    ['two of three', [{ low: -2.1, middle: 0, high: -2.2 }], ['rejected', '1-2s low', '1-2s high', '2-2s']],
  ])('%s', (_name, scores, wanted) => expect(evaluated(runs(...scores))).toEqual(wanted)) // prettier-ignore

  test('a level measured twice in one run', () => {
    expect(evaluated(twice(2.1, -2.1))).toEqual(['rejected', '1-2s low', 'R-4s'])
    expect(evaluated(twice(2.1, 2.1))).toEqual(['rejected', '1-2s low', '2-2s low'])
    expect(evaluated(twice(3.5, 0))).toEqual(['rejected', '1-2s low', '1-3s low'])
  })
})

test('each point is held against the mean and SD of its own lot', () => {
  const first = { level: 'low', run: '1', value: '4.2', mean: '4.0', sd: '0.09' }
  const second = { level: 'low', run: '2', value: '5.2', mean: '5.0', sd: '0.09' }
  expect(evaluated([first, second])).toEqual(['rejected', '1-2s low', '2-2s low'])
  expect(evaluated([first, { ...second, sd: '0.10' }])).toEqual(['accepted'])
})

test('what lies on the other side is judged alike, and within 1 SD and on both sides nothing is rejected', () => {
  let seed = 43
  const random = (max: number) => (seed = (seed * 48_271) % 2_147_483_647) % max
  for (let round = 0; round < 300; round++) {
    const scores = Array.from({ length: 12 }, () => ({ low: (random(701) - 350) / 100, high: (random(701) - 350) / 100 }))
    const mirrored = scores.map(({ low, high }) => ({ low: -low, high: -high }))
    expect(evaluated(runs(...scores))).toEqual(evaluated(runs(...mirrored)))
    const calm = scores.map(({ low, high }, place) => ({ low: (Math.abs(low) / 4) * (place % 2 ? 1 : -1), high: (Math.abs(high) / 4) * (place % 2 ? 1 : -1) })) // prettier-ignore
    expect(evaluated(runs(...calm))).toEqual(['accepted'])
  }
})

test('own statistics', () => {
  expect(controlStatistics(['2', '4', '4', '4', '5', '5', '7', '9'], 3)).toEqual({ mean: '5.000', sd: '2.138' })
  expect(controlStatistics(['0.1', '0.2', '0.3'], 2)).toEqual({ mean: '0.20', sd: '0.10' })
  expect([controlStatistics([], 1), controlStatistics(['5'], 1)]).toEqual([null, null])
})
