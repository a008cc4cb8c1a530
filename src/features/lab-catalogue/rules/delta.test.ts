import { describe, expect, test } from 'vitest'
import { starterDeltas } from '../starter/index.ts'
import { deltaOf, type DeltaRule } from './delta.ts'
import { isLoinc } from './loinc.ts'
import type { ResultKind } from './result-kinds.ts'
import type { Comparator } from './result-text.ts'

const now = new Date('2026-06-04T10:00:00Z')
const value = (text: string | null, hoursAgo = 0, comparator: Comparator | null = null) => ({
  value: text,
  comparator,
  kind: null,
  rank: null,
  at: new Date(now.getTime() - hoursAgo * 3_600_000),
})
const rule = (part: Partial<DeltaRule>): DeltaRule => ({ delta_absolute: null, delta_percent: null, delta_days: 3, ...part })
const thirty = rule({ delta_absolute: '30' })
const half = rule({ delta_percent: '50' })

describe('how a result differs from the one before', () => {
  test.each([
    [thirty, '100', '130', '-30', '-23.1', false],
    [thirty, '99', '130', '-31', '-23.8', true],
    [thirty, '160.1', '130', '30.1', '23.2', true],
    [half, '100', '200', '-100', '-50.0', false],
    [half, '99', '200', '-101', '-50.5', true],
    [half, '301', '200', '101', '50.5', true],
    [half, '5', '0', '5', null, false],
    [rule({ delta_absolute: '0.1' }), '0.3', '0.2', '0.1', '50.0', false],
    [rule({ delta_absolute: '30', delta_percent: '10' }), '111', '100', '11', '11.0', true],
    [rule({}), '900', '1', '899', '89900.0', false],
    [half, '-1', '-4', '3', '75.0', true],
  ] as const)('%# %o %s after %s', (of, current, previous, difference, percent, isExceeded) =>
    expect(deltaOf(of, value(current), value(previous, 24))).toEqual({ difference, percent, is_exceeded: isExceeded }),
  )

  test('to the last minute of its days, and no further', () => {
    expect(deltaOf(thirty, value('1'), value('99', 72))?.is_exceeded).toBe(true)
    expect(deltaOf(thirty, value('1'), value('99', 72.01))).toBeNull()
    expect(deltaOf(rule({ delta_absolute: '30', delta_days: null }), value('1'), value('99', 99_999))?.is_exceeded).toBe(true)
  })
  test('nothing to compare', () => {
    const previous = [null, value(null, 1), value('99', 1, '<'), value('99', -1)]
    expect(previous.map((one) => deltaOf(thirty, value('1'), one))).toEqual([null, null, null, null])
    expect([value(null), value('1', 0, '>')].map((one) => deltaOf(thirty, one, value('99', 1)))).toEqual([null, null])
  })
})

const exceeded = (loinc: string, current: string, previous: string, hours: number) =>
  deltaOf(starterDeltas.get(loinc)!, value(current), value(previous, hours))?.is_exceeded

test('where laboratories begin (domain facts 4.3): haemoglobin, MCV, potassium, creatinine and ALT', () => {
  expect([...starterDeltas.keys()].filter((code) => !isLoinc(code))).toEqual([])
  expect([exceeded('718-7', '95', '130', 72), exceeded('718-7', '100', '130', 72), exceeded('718-7', '95', '130', 73)]).toEqual([true, false, undefined]) // prettier-ignore
  expect([exceeded('787-2', '96', '90', 168), exceeded('2823-3', '5.1', '4.0', 24), exceeded('2823-3', '5.0', '4.0', 24)]).toEqual([true, true, false]) // prettier-ignore
  expect([exceeded('14682-9', '151', '100', 48), exceeded('1742-6', '121', '40', 100), exceeded('1742-6', '120', '40', 100)]).toEqual([true, true, false]) // prettier-ignore
})

describe('results that are no numbers', () => {
  const of = (kind: ResultKind | null, place: string | null, hoursAgo = 0) => ({ ...value(null, hoursAgo), kind, rank: place })
  test.each([
    [of('not detected', '0'), value('5000', 5), '-5000', '-100.0'],
    [value('5000'), of('not detected', '0', 5), '5000', null],
    [of('range', '8'), value('4', 5), '4', '100.0'],
    [of('titre', '320'), of('titre', '80', 5), '240', '300.0'],
    [of('grade', '3'), of('grade', '1', 5), '2', '200.0'],
  ] as const)('%# on one scale', (now, before, difference, percent) =>
    expect(deltaOf(half, now, before)).toMatchObject({ difference, percent }),
  )
  test.each([
    [of('titre', '320'), value('80', 5)],
    [of('grade', '3'), value('2', 5)],
    [of('insufficient', null), value('2', 5)],
    [value('2'), of('insufficient', null, 5)],
  ] as const)('%# on two', (now, before) => expect(deltaOf(half, now, before)).toBeNull())
})

test('the difference has no more decimals than the test, and is judged exactly', () => {
  const whole = { ...thirty, decimals: 0 }
  expect(deltaOf(whole, value('97.24'), value('100', 5))).toMatchObject({ difference: '-3', is_exceeded: false })
  expect(deltaOf(whole, value('130.4'), value('100', 5))).toMatchObject({ difference: '30', is_exceeded: true })
})
