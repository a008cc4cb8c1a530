import { describe, expect, test } from 'vitest'
import { measureKeys, type MeasureKey, type VitalSet } from '../measures.ts'
import { askAbout, askBeyond, plausibleAt, type Person } from './ask.ts'
import { questionText } from './question-text.ts'

const nothing = { ...Object.fromEntries(measureKeys.map((key) => [key, null])), on_oxygen: null, consciousness: null } as VitalSet
const YEAR = 365.25
const ADULT = 40 * YEAR

const ask = (set: Partial<VitalSet>, days: number | null, earlier: Person['earlier'] = {}) =>
  askAbout({ ...nothing, ...set }, { days, earlier })
const texts = (...args: Parameters<typeof ask>) => ask(...args).map(questionText)
const weightBefore = (value: number, days: number) => ({ weight: { value, days } })

test('an adult of 7 kg, a toddler of 180 cm and a glucose of 45 are asked about, with what they may mean', () => {
  expect(texts({ weight: 7 }, ADULT)).toEqual(['Weight 7 kg is very unusual at this age: expected 30 to 180. Did you mean 70 kg?'])
  expect(ask({ height: 180 }, 600)).toMatchObject([{ field: 'height', value: 180, rule: 'age:height' }])
  const [sugar] = ask({ glucose: 45 }, ADULT)
  expect(sugar?.meant[0]).toEqual({ value: 2.5, as: '45 mg/dL' })
  expect(sugar).toMatchObject({ least: 2, most: 44.9, can_confirm: true })
})

test('ordinary values of every age are not asked about', () => {
  for (const [days, weight, height] of [
    [0, 3.3, 49.5],
    [91, 6.1, 60.6],
    [365, 9.3, 74.9],
    [1826, 18.3, 109.7],
    [3652, 31.5, 138.2],
    [5113, 50, 161.5],
    [ADULT, 70, 172],
  ] as const)
    // prettier-ignore
    expect(ask({ weight, height }, days)).toEqual([])
})

describe('the borders by age', () => {
  const borders: [MeasureKey, number, number, number][] = [
    ['weight', 0, 1.3, 6.3],
    ['weight', 1826, 8.7, 38.8],
    ['weight', ADULT, 30, 180],
    ['height', 730, 70.3, 103.1],
    ['height', ADULT, 130, 205],
    ['muac', 365, 93, 213],
    ['head_circumference', 0, 28, 40.8],
    ['temperature', 10, 34, 40],
    ['temperature', 1000, 34, 41],
    ['temperature', ADULT, 34, 41.5],
    ['pulse', 10, 70, 220],
    ['pulse', 1000, 50, 220],
    ['pulse', ADULT, 30, 220],
    ['respiration', 10, 15, 100],
    ['respiration', 1000, 8, 80],
    ['respiration', ADULT, 6, 60],
    ['systolic', 10, 40, 110],
    ['systolic', 1000, 50, 180],
    ['systolic', ADULT, 60, 240],
    ['glucose', 10, 1.5, 19.9],
    ['glucose', 1000, 2, 34.9],
    ['glucose', ADULT, 2, 44.9],
  ]
  test.each(borders)('%s at %i days: %s to %s is not asked about', (key, days, least, most) => {
    const step =
      key === 'temperature' || key === 'glucose' || key === 'weight' || key === 'height' || key === 'head_circumference' ? 0.1 : 1
    const isAsked = (value: number) => ask({ [key]: Math.round(value * 10) / 10 }, days).length > 0
    expect([least - step, least, most, most + step].map(isAsked)).toEqual([true, false, false, true])
  })

  test('saturation has a lower limit alone, measures of a child none later', () => {
    expect([10, 1000, ADULT].map((days) => plausibleAt('spo2', days)?.least)).toEqual([85, 80, 75])
    expect(ask({ spo2: 100 }, ADULT)).toEqual([])
    expect(plausibleAt('muac', 10 * YEAR)).toBeNull()
    expect(plausibleAt('muac', 30)).toBeNull()
    expect(plausibleAt('pain', 1000)).toBeNull()
  })

  test('a patient of unknown age is asked about as an adult', () => expect(ask({ weight: 12 }, null)).toHaveLength(1))
})

describe('against the value before', () => {
  test('a weight in pounds, or with another point, names the likely one', () => {
    expect(ask({ weight: 154 }, ADULT, weightBefore(70, 0))[0]?.meant[0]).toEqual({ value: 69.853, as: '154 lb' })
    expect(ask({ weight: 55.1 }, 8 * YEAR, weightBefore(25, 100))[0]).toMatchObject({ rule: 'slip:weight' })
    expect(ask({ weight: 170 }, ADULT, weightBefore(17, 30))[0]).toMatchObject({
      rule: 'slip:weight',
      meant: [{ value: 17 }, { as: '170 lb' }],
    })
  })
  test('a weight that doubles within a visit is asked about', () => {
    expect(ask({ weight: 24 }, 2000, weightBefore(12, 0))).toHaveLength(1)
    expect(ask({ weight: 140 }, ADULT, weightBefore(70, 0))).toMatchObject([{ rule: 'change:weight', meant: [] }])
  })
  test('a week: 7 % or 5 kg of an adult, 10 % of a child; later nothing', () => {
    expect(ask({ weight: 74.8 }, ADULT, weightBefore(70, 7))).toEqual([])
    expect(ask({ weight: 75.1 }, ADULT, weightBefore(70, 7))).toHaveLength(1)
    expect(ask({ weight: 75.1 }, ADULT, weightBefore(70, 8))).toEqual([])
    expect(ask({ weight: 105.1 }, ADULT, weightBefore(100, 3))).toHaveLength(1)
    expect(ask({ weight: 13.2 }, 1000, weightBefore(12, 7))).toEqual([])
    expect(ask({ weight: 13.3 }, 1000, weightBefore(12, 7))).toHaveLength(1)
  })
  test('a baby that grows in months is not asked about', () => expect(ask({ weight: 7.3 }, 183, weightBefore(3.3, 180))).toEqual([]))
  test('a child does not become shorter, an adult is measured as they are', () => {
    const height = { height: { value: 100, days: 200 } }
    expect(ask({ height: 99 }, 1500, height)).toEqual([])
    expect(ask({ height: 98.9 }, 1500, height)).toHaveLength(1)
    expect(ask({ height: 168 }, ADULT, { height: { value: 172, days: 200 } })).toEqual([])
  })
})

test('weight and height together: 25 kg at 100 cm, and a body mass index beyond 60', () => {
  expect(ask({ weight: 25, height: 100 }, 1500)[0]).toMatchObject({ field: 'weight', rule: 'build', least: 9.7, most: 24.2 })
  expect(ask({ weight: 24.2, height: 100 }, 1500)).toEqual([])
  expect(ask({ weight: 170, height: 160 }, ADULT)[0]).toMatchObject({ rule: 'build' })
  expect(ask({ weight: 150, height: 160 }, ADULT)).toEqual([])
})

test('what cannot be stored at all names the likely value too: °F, metres, grams', () => {
  const person = { days: ADULT, earlier: {} }
  expect(askBeyond('temperature', '98.6', person)).toMatchObject({ can_confirm: false, meant: [{ value: 37, as: '98.6 °F' }] })
  expect(askBeyond('height', '1.72', person)?.meant[0]).toEqual({ value: 172, as: '1.72 m' })
  expect(askBeyond('weight', '3300', { days: 1, earlier: {} })?.meant).toContainEqual({ value: 3.3, as: '3300 g' })
  expect(askBeyond('temperature', '37', person)).toBeNull()
  expect(askBeyond('pulse', 'x', person)).toBeNull()
})
