import { describe, expect, test } from 'vitest'
import { triageScales } from '#features/attendance/rules.ts'
import { bmiOf } from './bmi.ts'
import { levelsOf } from './levels.ts'
import { ageBandOf, criticalText, flagOf, flagsOf, limitFor, monthsBetween, type Limit } from './limits.ts'
import { inEnglish, measureKeys, numberIn, problemOf, rounded, type VitalSet } from './measures.ts'

const nothing = Object.fromEntries([...measureKeys, 'on_oxygen', 'consciousness'].map((key) => [key, null])) as VitalSet

describe('body mass index', () => {
  const adult = { months: 30 * 12, isPregnant: false }
  test.each([
    [45, 172, 15.2, 'severe_thinness'],
    [49, 172, 16.6, 'moderate_thinness'],
    [53, 172, 17.9, 'mild_thinness'],
    [70, 172, 23.7, 'normal'],
    [80, 172, 27, 'overweight'],
    [95, 172, 32.1, 'obese_1'],
    [110, 172, 37.2, 'obese_2'],
    [130, 172, 43.9, 'obese_3'],
  ] as const)('%d kg at %d cm is %d, %s', (weight, height, value, name) =>
    expect(bmiOf({ weight, height }, adult)).toEqual({ value, class: name, reason: null }),
  )
  test.each([
    [16, 'moderate_thinness'],
    [17, 'mild_thinness'],
    [18.5, 'normal'],
    [25, 'overweight'],
    [30, 'obese_1'],
    [35, 'obese_2'],
    [40, 'obese_3'],
  ] as const)('%d begins a class', (value, name) => expect(bmiOf({ weight: value * 4, height: 200 }, adult).class).toBe(name))
  test('is not classed in children and in pregnancy, and is nothing without both measures', () => {
    const body = { weight: 30, height: 130 }
    expect(bmiOf(body, { months: 120, isPregnant: false })).toEqual({ value: 17.8, class: null, reason: 'under_19' })
    expect(bmiOf(body, { months: null, isPregnant: false }).reason).toBe('age_unknown')
    expect(bmiOf(body, { months: 300, isPregnant: true }).reason).toBe('pregnant')
    expect(bmiOf({ weight: 70, height: null }, adult)).toEqual({ value: null, class: null, reason: null })
  })
})

describe('what can be right', () => {
  test.each([
    ['temperature', 38.5],
    ['temperature', '38,5'],
    ['weight', 3.245],
    ['pain', 0],
    ['spo2', 100],
  ] as const)('%s %s', (key, value) => expect(problemOf(key, value)).toBeNull())
  test.each([
    ['temperature', 400, 'Temperature must be 25 to 45 °C.'],
    ['temperature', 101.3, 'Temperature must be 25 to 45 °C. 101.3 looks like °F: did you mean 38.5 °C?'],
    ['weight', 3245, 'Weight must be 0.2 to 700 kg. 3245 looks like g: did you mean 3.245 kg?'],
    ['height', 1.72, 'Height must be 20 to 260 cm. 1.72 looks like m: did you mean 172 cm?'],
    ['glucose', 126, 'Glucose must be 0.5 to 80 mmol/L. 126 looks like mg/dL: did you mean 7 mmol/L?'],
    ['spo2', 101, 'SpO2 must be 20 to 100 %.'],
    ['pulse', 0, 'Pulse cannot be 0: leave it empty if it was not measured.'],
    ['weight', 0, 'Weight cannot be 0: leave it empty if it was not measured.'],
    ['pulse', 72.5, 'Pulse must be a whole number (/min).'],
    ['pulse', 'fast', 'Pulse must be 10 to 350 /min.'],
  ] as const)('%s %s cannot', (key, value, problem) => expect(inEnglish(problemOf(key, value)!)).toBe(problem))
  test('numbers as people write them', () => {
    expect([numberIn(' 38,5 '), numberIn(7), numberIn('1e3'), numberIn('')]).toEqual([38.5, 7, Number.NaN, Number.NaN])
    expect([rounded('temperature', 38.55), rounded('weight', 3.2456)]).toEqual([38.6, 3.246])
  })
})

describe('ages', () => {
  test.each([
    ['2026-03-02', '2026-03-02', 0],
    ['2026-02-03', '2026-03-02', 0],
    ['2026-02-02', '2026-03-02', 1],
    ['2025-03-03', '2026-03-02', 11],
    ['2010-03-02', '2026-03-02', 192],
    ['2027-01-01', '2026-03-02', 0],
  ])('from %s to %s are %i months', (birth, day, months) => expect(monthsBetween(birth, day)).toBe(months))
  test('and their bands', () =>
    expect([0, 1, 11, 12, 36, 72, 144, 191, 192].map(ageBandOf)).toEqual([
      'newborn',
      'infant',
      'infant',
      'toddler',
      'preschool',
      'school',
      'adolescent',
      'adolescent',
      'adult',
    ]))
})

const limit = (measure: string, from: number, to: number | null, rest: Partial<Limit> = {}): Limit => ({
  measure,
  age_from_months: from,
  age_to_months: to,
  low: null,
  high: null,
  low_critical: null,
  high_critical: null,
  ...rest,
})

const pressure = (systolic: number, diastolic: number, isPregnant: boolean) =>
  flagsOf({ ...nothing, systolic, diastolic }, [], { spo2Scale: 1, months: 300, isPregnant })

describe('flags', () => {
  const limits = [
    limit('pulse', 0, 12, { low: 100, high: 180, low_critical: 79, high_critical: 220 }),
    limit('pulse', 12, null, { low: 51, high: 90, low_critical: 40, high_critical: 131 }),
    limit('spo2', 0, null, { low: 94, low_critical: 91 }),
  ]
  test.each([
    [40, 'critical_low'],
    [41, 'low'],
    [50, 'low'],
    [51, undefined],
    [90, undefined],
    [91, 'high'],
    [130, 'high'],
    [131, 'critical_high'],
  ])('a pulse of %i', (value, flag) => expect(flagOf(value, limits[1]!)).toBe(flag))
  test('go by the age; of somebody whose age is not known, by those of adults', () => {
    expect(limitFor(limits, 'pulse', 11)?.high).toBe(180)
    expect(limitFor(limits, 'pulse', 12)?.high).toBe(90)
    expect(limitFor(limits, 'pulse', null)?.high).toBe(90)
    const about = { spo2Scale: 1 as const }
    expect(flagsOf({ ...nothing, pulse: 140 }, limits, { ...about, months: 6 })).toEqual({})
    expect(flagsOf({ ...nothing, pulse: 140 }, limits, { ...about, months: 240 })).toEqual({ pulse: 'critical_high' })
  })

  test('pressure in pregnancy goes by limits of its own', () => {
    expect(pressure(165, 112, true)).toEqual({ systolic: 'critical_high', diastolic: 'critical_high' })
    expect(pressure(142, 88, true)).toEqual({ systolic: 'high' })
    expect(pressure(165, 112, false)).toEqual({})
  })
  test('of a saturation that is meant to be low', () => {
    const saturations = limits.slice(2)
    const of = (spo2: number, on_oxygen: boolean) =>
      flagsOf({ ...nothing, spo2, on_oxygen }, saturations, { months: 700, spo2Scale: 2 }).spo2
    expect([of(90, true), of(83, true), of(86, false), of(97, true), of(97, false)]).toEqual([
      undefined,
      'critical_low',
      'low',
      'critical_high',
      undefined,
    ])
  })
  test('are told in one line when they are critical', () => {
    const set = { ...nothing, spo2: 82, pulse: 150, consciousness: 'unresponsive' as const }
    const found = flagsOf(set, limits, { months: 400, spo2Scale: 1 })
    expect(criticalText(set, found, { score: 9, band: 'high' })).toBe('Pulse 150/min, SpO2 82 %, Unresponsive, NEWS2 9')
    expect(criticalText({ ...nothing, pulse: 95 }, { pulse: 'high' }, { score: null, band: null })).toBeNull()
  })
})

test('every scale has five levels, the most urgent first; its times never fall, the dead of SATS apart', () => {
  for (const scale of triageScales) {
    const levels = levelsOf[scale]
    expect(levels.map(({ level }) => level)).toEqual([1, 2, 3, 4, 5])
    const minutes = levels.slice(0, scale === 'sats' ? 4 : 5).flatMap((level) => (level.minutes === null ? [] : [level.minutes]))
    expect(minutes).toEqual(minutes.toSorted((a, b) => a - b))
    expect(minutes[0]).toBe(0)
  }
  expect(levelsOf.manchester.map(({ minutes }) => minutes)).toEqual([0, 10, 60, 120, 240])
  expect(levelsOf.ctas.map(({ minutes }) => minutes)).toEqual([0, 15, 30, 60, 120])
})
