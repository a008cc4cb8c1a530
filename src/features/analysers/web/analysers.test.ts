import { expect, test } from 'vitest'
import { lotsOf } from './controls/lots-of.ts'
import { heightOf, placesOf, valueAt } from './controls/chart-points.ts'
import { usualLayout, presets } from '../contract.ts'
import { toLayout, toLayoutValues } from './equipment/layout-values.ts'
import { callsOf } from './inbox/retry-results.ts'
import { readValues, withCode, withoutCode, writeValues } from './equipment/code-list.ts'
import { linesOf } from './messages/message-text.ts'
import { testsOn, type SampleTest } from './sample-tests.ts'
import { toConnectionStatus } from './connection-status.ts'

const aCode = (name: string, panel: number | null = 1) => ({ code: name, panel, unit: null, values: {} })
const aPoint = (id: number, z: string) => ({
  id,
  z,
  measured_at: '',
  result: '',
  value: '',
  outcome: 'accepted' as const,
  broken: [],
  entered_by_name: null,
  note: '',
})
const aRow = (id: number, lot: string) => ({ id, equipment: 1, code: 'GLU', lot, level: 'L1' }) as Parameters<typeof lotsOf>[0][number]
const aTest = (id: number, sample: number, state: string) => ({ id, patient_sample: sample, state }) as SampleTest

const NOW = Date.parse('2026-11-22T10:00:00Z')

test('says how an instrument stands', () => {
  const facts = { is_active: true, connection: 'listen' as const, last_seen_at: '2026-11-22T09:55:00Z', last_error: null }
  expect(toConnectionStatus(facts, NOW)).toBe('connected')
  expect(toConnectionStatus(facts, NOW + 6 * 60_000)).toBe('silent')
  expect(toConnectionStatus({ ...facts, last_error: 'refused' }, NOW)).toBe('trouble')
  expect(toConnectionStatus({ ...facts, last_seen_at: null }, NOW)).toBe('never')
  expect(toConnectionStatus({ ...facts, connection: 'none', last_error: 'old' }, NOW)).toBe('not on the line')
  expect(toConnectionStatus({ ...facts, is_active: false }, NOW)).toBe('out of use')
})

test('sends the whole map with one code said anew', () => {
  const known = [
    { ...aCode('A'), id: 1, panel_code: 'X', panel_name: 'x' },
    { ...aCode('B'), id: 2, panel_code: 'X', panel_name: 'x' },
  ]
  expect(withCode(known, aCode('C'))).toEqual([aCode('A'), aCode('B'), aCode('C')])
  expect(withCode(known, aCode('A', 7))).toEqual([aCode('A', 7), aCode('B')])
  // Renamed over another one: each code stands there once.
  expect(withCode(known, aCode('B', 9), 'A')).toEqual([aCode('B', 9)])
  expect(withoutCode(known, 'A')).toEqual([aCode('B')])
})

test('reads what the values of an instrument mean', () => {
  expect(readValues('NEG = Negative\n\n+ = Positive = yes')).toEqual({ values: { NEG: 'Negative', '+': 'Positive = yes' } })
  expect(readValues('NEG = Negative\nPOS')).toEqual({ line: 2 })
  expect(readValues('= x')).toEqual({ line: 1 })
  expect(writeValues({ NEG: 'Negative', '+': 'Positive' })).toBe('NEG = Negative\n+ = Positive')
})

test('sets the control characters of a message apart', () => {
  expect(linesOf('<STX>1H|\\^&<ETX>\nP|1|<b>\n')).toEqual([
    [
      { text: '<STX>', isControl: true },
      { text: '1H|\\^&', isControl: false },
      { text: '<ETX>', isControl: true },
    ],
    [{ text: 'P|1|<b>', isControl: false }],
  ])
})

test('places measurements by their distance from the mean', () => {
  expect(heightOf(0)).toBe(50)
  expect(placesOf([aPoint(1, '0.00'), aPoint(2, '2.00'), aPoint(3, '-5.10')]).map(({ x, y, isBeyond }) => [x, y, isBeyond])).toEqual([
    [0, 50, false],
    [50, 75, false],
    [100, 0, true],
  ])
  expect(placesOf([aPoint(1, '1')])[0]).toMatchObject({ x: 50, y: 62.5 })
  expect(valueAt('5.4', '0.15', -2)).toBe('5.10')
})

test('keeps the newest of each lot, and the tests that are done on a sample', () => {
  expect(lotsOf([aRow(3, 'a'), aRow(2, 'b'), aRow(1, 'a')]).map(({ id }) => id)).toEqual([3, 2])
  const requests = [{ panels: [aTest(1, 5, 'requested'), aTest(2, 6, 'requested')] }, { panels: [aTest(3, 5, 'cancelled')] }]
  expect(testsOn(requests, 5).map(({ id }) => id)).toEqual([1])
})

test('a layout is the same after it was shown and typed, also with a space as separator', () => {
  for (const { key, layout } of presets) expect(toLayout(toLayoutValues(layout)), key).toEqual(layout)
  const spaced = { ...usualLayout, sample_field: 'O-3', sample_separator: ' ', sample_piece: 2 }
  expect(toLayout(toLayoutValues(spaced))).toEqual(spaced)
})

test('many results are tried again in calls of 500', () => {
  const results = Array.from({ length: 501 }, (_, id) => id + 1)
  const calls = callsOf({ results })
  expect(calls.map((call) => ('results' in call ? call.results.length : 0))).toEqual([500, 1])
  expect(calls.flatMap((call) => ('results' in call ? call.results : []))).toEqual(results)
  expect(callsOf({ equipment: 7 })).toEqual([{ equipment: 7 }])
})
