import { describe, expect, test } from 'vitest'
import type { TriageScale } from '#features/attendance/rules.ts'
import { dangerSigns, dangerSignsAt, type DangerSignKey } from './danger-signs.ts'
import { measureKeys, type VitalSet } from './measures.ts'
import { news2 } from './news2.ts'
import { pews } from './pews.ts'
import { suggestLevel } from './suggest.ts'

const nothing = { ...Object.fromEntries(measureKeys.map((key) => [key, null])), on_oxygen: null, consciousness: null } as VitalSet

interface Case {
  signs?: DangerSignKey[] | null
  flags?: Parameters<typeof suggestLevel>[0]['flags']
  scale?: TriageScale
}
const suggested = (set: Partial<VitalSet>, days: number | null, { signs = null, flags = {}, scale = 'manchester' }: Case = {}) => {
  const months = days === null ? null : Math.floor(days / 30.4375)
  const whole = { ...nothing, ...set }
  const facts = {
    set: whole,
    days,
    months,
    signs,
    flags,
    news: news2(whole, { months, isPregnant: false, scale: 1 }),
    pews: pews(whole, months, signs?.includes('severe_distress') ?? false),
  }
  return suggestLevel(facts, scale)
}
const rulesOf = (...args: Parameters<typeof suggested>) => suggested(...args).reasons.map(({ rule }) => rule)
const signsAt = (months: number | null) => dangerSignsAt(months).map(({ key }) => key)

const YEAR = 365

test('a baby of three months who breathes fast, lacks oxygen and does not feed is very urgent, with every reason', () => {
  const { level, reasons } = suggested({ respiration: 64, spo2: 91, temperature: 38.9 }, 95, { signs: ['not_feeding'] })
  expect(level).toBe(2)
  expect(reasons.map(({ rule, level: at }) => [rule, at])).toEqual([
    ['sign:not_feeding', 2],
    ['pews', 2],
    ['fast-breathing', 3],
  ])
  for (const { source } of reasons) expect(source).not.toBe('')
})

test('nothing recorded suggests nothing, and that is no category', () => {
  expect(suggested({}, 3 * YEAR)).toEqual({ level: null, reasons: [] })
  expect(suggested({}, 3 * YEAR, { signs: [] })).toEqual({ level: null, reasons: [] })
  expect(suggested({ temperature: 37, respiration: 30, spo2: 98 }, 2 * YEAR).level).toBeNull()
})

describe('the borders', () => {
  test.each([
    ['fast breathing in the first week', 6, { respiration: 59 }, { respiration: 60 }, 'fast-breathing', 2],
    ['fast breathing until two months', 30, { respiration: 59 }, { respiration: 60 }, 'fast-breathing', 3],
    ['fast breathing from two months', 61, { respiration: 49 }, { respiration: 50 }, 'fast-breathing', 3],
    ['fast breathing from one year', 365, { respiration: 39 }, { respiration: 40 }, 'fast-breathing', 3],
    ['fever of a young infant', 59, { temperature: 37.9 }, { temperature: 38 }, 'infant-fever', 2],
    ['cold of a young infant', 59, { temperature: 35.5 }, { temperature: 35.4 }, 'infant-cold', 2],
    ['fever of a child', 800, { temperature: 39 }, { temperature: 39.1 }, 'fever', 3],
    ['cold of a child', 800, { temperature: 36 }, { temperature: 35.9 }, 'cold', 3],
    ['saturation of a child', 800, { spo2: 90 }, { spo2: 89 }, 'hypoxia', 1],
    ['upper arm', 800, { muac: 115 }, { muac: 114 }, 'muac', 3],
    ['pain of anybody', 12_000, { pain: 6 }, { pain: 7 }, 'pain', 3],
  ] as const)('%s', (_name, days, calm, ill, rule, level) => {
    expect(rulesOf(calm, days)).not.toContain(rule)
    expect(suggested(ill, days).reasons.find((one) => one.rule === rule)?.level).toBe(level)
  })

  test('younger than two months is a reason of its own', () => {
    expect(suggested({}, 60).level).toBe(3)
    expect(suggested({}, 61).level).toBeNull()
  })

  test('rules of an age are not those of another, and of no known age only those of every age', () => {
    expect(rulesOf({ respiration: 45 }, 1826)).not.toContain('fast-breathing')
    expect(rulesOf({ muac: 100 }, 100)).not.toContain('muac')
    expect(rulesOf({ temperature: 39.5 }, 5000)).not.toContain('fever')
    expect(rulesOf({ pain: 9, spo2: 85, temperature: 39.5 }, null)).toEqual(['pain', 'news2'])
  })
})

describe('scores and consciousness', () => {
  test('a paediatric score asks for a level that is soon enough on the scale', () => {
    const medium = { respiration: 62, spo2: 91 }
    expect(
      (['manchester', 'ctas', 'ats', 'sats', 'esi'] as const).map((scale) => suggested(medium, 200, { scale }).reasons[0]),
    ).toMatchObject([{ rule: 'pews', level: 2 }, { level: 3 }, { level: 3 }, { level: 2 }, { level: 2 }])
    expect(suggested({ respiration: 70, spo2: 91, pulse: 180, systolic: 45 }, 200).level).toBe(1)
  })

  test('NEWS2 counts what is known: 5 is urgent, 7 is very urgent, one value with 3 is urgent', () => {
    const adult = 12_000
    expect(suggested({ respiration: 24, pulse: 115 }, adult).level).toBeNull()
    expect(suggested({ respiration: 24, pulse: 115, temperature: 38.5 }, adult).level).toBe(3)
    expect(suggested({ respiration: 24, pulse: 115, systolic: 100, temperature: 38.5 }, adult).level).toBe(2)
    expect(suggested({ respiration: 25 }, adult).level).toBe(3)
  })

  test.each([
    ['unresponsive', 1000, 1],
    ['pain', 12_000, 1],
    ['confusion', 1000, 1],
    ['confusion', 12_000, 2],
    ['voice', 1000, 2],
    ['voice', 12_000, 2],
    ['alert', 1000, null],
  ] as const)('%s at %i days is level %s', (consciousness, days, level) => expect(suggested({ consciousness }, days).level).toBe(level))

  test('a critical value is very urgent, wasting alone is urgent', () => {
    expect(suggested({ glucose: 2 }, 1000, { flags: { glucose: 'critical_low' } }).level).toBe(2)
    expect(suggested({ glucose: 3 }, 1000, { flags: { glucose: 'low' } }).level).toBeNull()
    expect(suggested({ muac: 110 }, 1000, { flags: { muac: 'critical_low' } }).level).toBe(3)
  })
})

describe('danger signs', () => {
  test('each suggests its own level and names its source', () => {
    for (const { key, urgency, source } of dangerSigns) {
      const [reason] = suggested({}, 1000, { signs: [key] }).reasons
      expect([key, reason?.level, reason?.source]).toEqual([key, urgency, source])
    }
  })

  test('chest indrawing is more urgent before two months', () => {
    expect(suggested({}, 40, { signs: ['indrawing'] }).level).toBe(2)
    expect(suggested({}, 70, { signs: ['indrawing'] }).level).toBe(3)
  })

  test('at each age those that are looked for then', () => {
    expect(signsAt(1)).toContain('no_movement')
    expect(signsAt(2)).not.toContain('no_movement')
    expect(signsAt(59)).toContain('not_feeding')
    expect(signsAt(60)).not.toContain('not_feeding')
    expect(signsAt(null)).toHaveLength(dangerSigns.length)
  })
})
