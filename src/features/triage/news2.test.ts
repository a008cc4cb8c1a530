import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ownData } from '../../testing/inputs/folders.ts'
import { describeReference } from '../../testing/inputs/reference.ts'
import { bandOf, news2, newsParts, spo2Points, type NewsPart, type Spo2Scale } from './news2.ts'
import type { Consciousness } from './measures.ts'

const adult = { months: 40 * 12, isPregnant: false, scale: 1 as Spo2Scale }
const set = (
  respiration: number,
  spo2: number,
  on_oxygen: boolean,
  systolic: number,
  pulse: number,
  consciousness: Consciousness,
  temperature: number,
) => ({ respiration, spo2, on_oxygen, systolic, pulse, consciousness, temperature })

test.each([
  [set(16, 98, false, 120, 72, 'alert', 37), 1, 0, 'low'],
  [set(22, 94, true, 100, 112, 'alert', 38.5), 1, 10, 'high'],
  [set(24, 90, true, 105, 95, 'alert', 37), 2, 6, 'medium'],
  [set(24, 97, true, 105, 95, 'alert', 37), 2, 9, 'high'],
  [set(26, 91, false, 88, 132, 'voice', 34.9), 1, 18, 'high'],
  [set(8, 95, false, 225, 40, 'unresponsive', 39.1), 1, 15, 'high'],
  [set(16, 98, false, 120, 72, 'confusion', 37), 1, 3, 'low_medium'],
] as const)('%j on scale %i scores %i, %s', (measured, scale, score, band) => {
  const result = news2(measured, { ...adult, scale })
  expect(result).toMatchObject({ score, band, reason: null, missing: [] })
  expect(Object.values(result.parts).reduce((sum, one) => sum + one, 0)).toBe(score)
})

describe('there is no score', () => {
  const whole = set(16, 98, false, 120, 72, 'alert', 37)
  test('under 16, in pregnancy, and while the age is not known', () => {
    expect(news2(whole, { ...adult, months: 191 })).toMatchObject({ score: null, reason: 'under_16' })
    expect(news2(whole, { ...adult, months: 192 })).toMatchObject({ score: 0, reason: null })
    expect(news2(whole, { ...adult, isPregnant: true })).toMatchObject({ score: null, reason: 'pregnant' })
    expect(news2(whole, { ...adult, months: null })).toMatchObject({ score: null, reason: 'age_unknown' })
  })
  test('while anything is missing, which is named', () => {
    for (const [index, part] of (
      ['respiration', 'spo2', 'on_oxygen', 'systolic', 'pulse', 'consciousness', 'temperature'] as const
    ).entries())
      expect(news2({ ...whole, [part]: null }, adult)).toMatchObject({ score: null, reason: 'incomplete', missing: [newsParts[index]] })
  })
  test('on scale 2 with a high saturation, until it is known whether oxygen is given', () => {
    expect(spo2Points(97, 2, null)).toBeNull()
    expect(spo2Points(90, 2, null)).toBe(0)
    expect([spo2Points(97, 2, false), spo2Points(97, 2, true)]).toEqual([0, 3])
  })
})

describe('whatever is measured', () => {
  let seed = 11
  const random = (least: number, most: number) => least + ((seed = (seed * 48_271) % 2_147_483_647) % (most - least + 1))
  const minds = ['alert', 'confusion', 'voice', 'pain', 'unresponsive'] as const
  const anySet = () =>
    set(random(1, 60), random(60, 100), random(0, 1) === 1, random(50, 260), random(20, 200), minds[random(0, 4)]!, random(330, 420) / 10)

  test('a score is whole, from 0 to 20, and the sum of its parts, none above 3', () => {
    for (let round = 0; round < 5000; round++) {
      const { score, parts, band } = news2(anySet(), { ...adult, scale: random(1, 2) as Spo2Scale })
      const values = Object.values(parts)
      expect(values.every((one) => Number.isInteger(one) && one >= 0 && one <= 3)).toBe(true)
      expect(score).toBe(values.reduce((sum, one) => sum + one, 0))
      expect(score).toBeLessThanOrEqual(20)
      expect(band).toBe(bandOf(score!, values))
    }
  })

  test('moving away from the ordinary never lowers it', () => {
    const ordinary = { respiration: [12, 20], systolic: [111, 219], pulse: [51, 90], temperature: [36.1, 38] } as const
    for (let round = 0; round < 5000; round++) {
      const measured = anySet()
      for (const key of ['respiration', 'systolic', 'pulse', 'temperature'] as const) {
        const [least, most] = ordinary[key]
        const value = measured[key]
        const step = key === 'temperature' ? 0.1 : 1
        const further = value < least ? value - step : value > most ? value + step : value
        const worse = news2({ ...measured, [key]: Math.round(further * 10) / 10 }, adult).score!
        expect(worse).toBeGreaterThanOrEqual(news2(measured, adult).score!)
      }
      const lower = news2({ ...measured, spo2: measured.spo2 - 1 }, adult).score!
      expect(lower).toBeGreaterThanOrEqual(news2(measured, adult).score!)
    }
  })
})

/** The points that one measure of a whole set gets, and the part of the score that it is. */
const pointsOf = (measure: string, value: string, scale: Spo2Scale, onOxygen: boolean) => {
  const whole = set(16, 98, onOxygen, 120, 72, 'alert', 37)
  const part = measure === 'on_oxygen' ? 'oxygen' : (measure as NewsPart)
  const measured = measure === 'on_oxygen' ? whole : { ...whole, [measure]: measure === 'consciousness' ? value : Number(value) }
  return news2(measured, { ...adult, scale }).parts[part]
}

describe('the chart of the Royal College of Physicians, value by value', () => {
  const rows = readFileSync(ownData('news2/steps.csv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => row.split(',') as [string, string, string, string, string])

  test('has both ends of every step of every part', () => {
    expect(rows).toHaveLength(75)
    expect(new Set(rows.map(([measure]) => measure)).size).toBe(newsParts.length)
  })
  test.each(rows)('%s %s on scale %s with %s: %s points', (measure, value, scale, oxygen, points) => {
    expect(pointsOf(measure, value, Number(scale) as Spo2Scale, oxygen === 'oxygen')).toBe(Number(points))
  })
})

describeReference('terminology/news2/news2.csv', 'the transcribed chart, row by row', (chart) => {
  test('agrees at both ends of every step', () => {
    const parts: Record<string, NewsPart> = {
      resp_rate: 'respiration',
      spo2_scale1: 'spo2',
      spo2_scale2: 'spo2',
      systolic_bp: 'systolic',
      pulse: 'pulse',
      temperature: 'temperature',
    }
    const rows = readFileSync(chart, 'utf8').trim().split('\n').slice(1)
    let compared = 0
    for (const row of rows) {
      const [parameter = '', low = '', high = '', points = '', note = ''] = row.split(',')
      const part = parts[parameter]
      if (!part) continue
      for (const value of [low, high].filter(Boolean)) {
        const scale = parameter === 'spo2_scale2' ? 2 : 1
        expect(pointsOf(part, value, scale, note === 'on oxygen'), row).toBe(Number(points))
        compared += 1
      }
    }
    expect(compared).toBeGreaterThan(30)
  })
})
