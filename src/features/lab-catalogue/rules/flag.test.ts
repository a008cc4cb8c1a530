import { describe, expect, test } from 'vitest'
import { choiceFlagOf, flagOf, isCritical } from './flag.ts'
import type { RangeLimits } from './reference-range.ts'
import type { Comparator } from './result-text.ts'

const limits = (low: string | null, high: string | null, low_critical: string | null = null, high_critical: string | null = null) => ({
  low,
  high,
  low_critical,
  high_critical,
})
const potassium = limits('3.500000', '5.300000', '2.800000', '6.000000')

describe('plain numbers: limits are inside, critical is beyond the critical one', () => {
  test.each([
    ['2.79', 'critical low'],
    ['2.8', 'low'],
    ['3.49', 'low'],
    ['3.5', 'normal'],
    ['5.30', 'normal'],
    ['5.300000001', 'high'],
    ['6', 'high'],
    ['6.01', 'critical high'],
  ])('potassium %s is %s', (value, flag) => expect(flagOf(value, null, potassium)).toBe(flag))

  test.each([
    ['5', limits(null, '5'), 'normal'],
    ['5.1', limits(null, '5'), 'high'],
    ['1', limits('1', null), 'normal'],
    ['0.9', limits('1', null), 'low'],
    ['10', limits(null, null), null],
    ['10', limits(null, null, '20', '30'), 'critical low'],
    ['25', limits(null, null, '20', '30'), null],
    ['31', limits(null, null, '20', '30'), 'critical high'],
    ['-3', limits('-2', '2'), 'low'],
    ['-2', limits('-2', '2'), 'normal'],
    ['10', null, null],
  ])('%# %s in %o is %s', (value, range, flag) => expect(flagOf(value, null, range)).toBe(flag))
})

describe('< and >', () => {
  test.each<[Comparator, string, RangeLimits, string | null]>([
    ['<', '5', limits('10', '20'), 'low'],
    ['<', '10', limits('10', '20'), 'low'],
    ['<=', '10', limits('10', '20'), null],
    ['<=', '9.9', limits('10', '20'), 'low'],
    ['<', '5', limits('3', '20'), null],
    ['<', '5', limits('0', '20'), 'normal'],
    ['<', '5', limits('0.00', '5'), 'normal'],
    ['<', '5', limits(null, '5'), 'normal'],
    ['<', '5', limits(null, '4.9'), null],
    ['<', '5', limits('-2', '20'), null],
    ['<', '2.8', potassium, 'critical low'],
    ['<=', '2.8', potassium, 'low'],
    ['<', '3', potassium, 'low'],
    ['<', '5', limits(null, '5', '1'), null],
    ['>', '20', limits('10', '20'), 'high'],
    ['>=', '20', limits('10', '20'), null],
    ['>=', '20.1', limits('10', '20'), 'high'],
    ['>', '15', limits('10', '20'), null],
    ['>', '90', limits('90', null), 'normal'],
    ['>=', '90', limits('90', null), 'normal'],
    ['>', '60', limits('90', null), null],
    ['>', '90', limits('90', null, null, '200'), null],
    ['>', '6', potassium, 'critical high'],
    ['>=', '6', potassium, 'high'],
    ['>', '5.5', potassium, 'high'],
  ])('%s%s in %o is %s', (comparator, value, range, flag) => expect(flagOf(value, comparator, range)).toBe(flag))
})

test('what is said of < or > is true of every number it may stand for', () => {
  let seed = 29
  const random = (max: number) => (seed = (seed * 48_271) % 2_147_483_647) % max
  const broad: Record<string, string[]> = { low: ['low', 'critical low'], high: ['high', 'critical high'] }
  let decided = 0
  for (let round = 0; round < 3000; round++) {
    const ordered = Array.from({ length: 4 }, () => random(40)).toSorted((a, b) => a - b)
    const [lowCritical, low, high, highCritical] = ordered.map((limit) => (random(4) === 0 ? null : String(limit)))
    const range = limits(low ?? null, high ?? null, lowCritical ?? null, highCritical ?? null)
    const comparator = (['<', '<=', '>', '>='] as const)[random(4)]!
    const bound = random(42)
    const flag = flagOf(String(bound), comparator, range)
    if (!flag) continue
    decided += 1
    const meant = Array.from({ length: 100 }, (_none, half) => half / 2).filter((one) =>
      comparator === '<' ? one < bound : comparator === '<=' ? one <= bound : comparator === '>' ? one > bound : one >= bound,
    )
    const wrong = meant.map((one) => flagOf(String(one), null, range)).filter((one) => !(broad[flag] ?? [flag]).includes(String(one)))
    if (wrong.length > 0) expect({ comparator, bound, range, flag }).toEqual(wrong)
  }
  expect(decided).toBeGreaterThan(500)
})

test('a coded answer means what its choice says', () => {
  const choices = [{ value: 'Negative', flag: 'normal' }, { value: 'P. falciparum', flag: 'critical' }] as const // prettier-ignore
  expect(['Negative', 'P. falciparum', 'negative'].map((choice) => choiceFlagOf(choices, choice))).toEqual(['normal', 'critical', null])
  expect((['critical', 'critical low', 'critical high', 'high', 'abnormal', 'normal', null] as const).map(isCritical)).toEqual([true, true, true, false, false, false, false]) // prettier-ignore
})
