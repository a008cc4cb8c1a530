import { describe, expect, test } from 'vitest'
import { placeBetween, scaleTime, scaleValues } from './chart-scale.ts'

const NAIROBI = 'Africa/Nairobi'
const at = (text: string) => Date.parse(`${text}+03:00`)

const written = (from: string, to: string) =>
  scaleTime(at(from), at(to), NAIROBI).map(({ at: tick, unit }) => `${unit} ${new Date(tick + 3 * 3_600_000).toISOString().slice(0, 16)}`)

describe('a value axis', () => {
  test.each([
    [[36.4, 39.1], false, [36, 37, 38, 39, 40], 0],
    [[110, 145], false, [110, 120, 130, 140, 150], 0],
    [[0.4, 0.9], false, [0.4, 0.6, 0.8, 1], 1],
    [[0], true, [0, 0.25, 0.5, 0.75, 1], 2],
    [[12, 48], true, [0, 20, 40, 60], 0],
    [[39_465.36], true, [0, 10_000, 20_000, 30_000, 40_000], 0],
    [[-3, 4], false, [-4, -2, 0, 2, 4], 0],
  ])('of %j, from zero: %s, is written at %j', (values, isFromZero, ticks, decimals) => {
    const scale = scaleValues(values, isFromZero)
    expect([scale.ticks, scale.decimals]).toEqual([ticks, decimals])
    expect([scale.bottom, scale.top]).toEqual([ticks[0], ticks.at(-1)])
  })

  test('has at least three round values with all measurements between them', () => {
    for (const values of [[1, 1.01], [5, 5000], [70], [0], [0, 0], [], [-1], [99.99, 100]]) {
      for (const isFromZero of [false, true]) {
        const { ticks, bottom, top } = scaleValues(values, isFromZero)
        expect(ticks.length, String(values)).toBeGreaterThanOrEqual(3)
        expect(ticks.length).toBeLessThanOrEqual(7)
        expect(top).toBeGreaterThan(bottom)
        expect(values.every((value) => value >= bottom && value <= top)).toBe(true)
      }
    }
  })

  test('puts a single value between two others', () => {
    const { bottom, top } = scaleValues([70])
    expect([bottom < 70, top > 70]).toEqual([true, true])
  })
})

describe('a time axis', () => {
  test('puts points by their distance in time, not by their order', () => {
    const place = placeBetween(at('2026-01-01T00:00'), at('2026-01-11T00:00'))
    expect([place(at('2026-01-01T00:00')), place(at('2026-01-02T00:00')), place(at('2026-01-11T00:00'))]).toEqual([0, 10, 100])
  })

  test('keeps values of one day apart by their times, and equal instants on one another', () => {
    const place = placeBetween(at('2026-01-01T08:00'), at('2026-01-01T12:00'))
    expect([place(at('2026-01-01T09:00')), place(at('2026-01-01T09:00')), place(at('2026-01-01T11:00'))]).toEqual([25, 25, 75])
  })

  test('puts a single value in the middle, under its day', () => {
    const one = at('2026-01-01T08:00')
    expect(placeBetween(one, one)(one)).toBe(50)
    expect(scaleTime(one, one, NAIROBI)).toEqual([{ at: one, unit: 'day' }])
  })

  test.each([
    ['2026-03-02T08:10', '2026-03-02T11:50', ['time 2026-03-02T09:00', 'time 2026-03-02T10:00', 'time 2026-03-02T11:00']],
    ['2026-03-02T08:10', '2026-03-05T11:50', ['day 2026-03-03T00:00', 'day 2026-03-04T00:00', 'day 2026-03-05T00:00']],
    ['2026-01-20T08:10', '2026-04-02T11:50', ['month 2026-02-01T00:00', 'month 2026-03-01T00:00', 'month 2026-04-01T00:00']],
    ['2023-05-20T08:10', '2026-04-02T11:50', ['year 2024-01-01T00:00', 'year 2025-01-01T00:00', 'year 2026-01-01T00:00']],
    ['2026-03-02T08:10', '2026-03-02T08:20', ['time 2026-03-02T08:10', 'time 2026-03-02T08:20']],
  ])('from %s to %s is written at %j', (from, to, ticks) => expect(written(from, to)).toEqual(ticks))

  test('writes two to five instants in any span', () => {
    const from = at('2026-03-02T08:10')
    for (let span = 60_000; span < 40 * 366 * 86_400_000; span *= 1.7) {
      const ticks = scaleTime(from, from + span, NAIROBI)
      expect(ticks.length, String(span)).toBeGreaterThanOrEqual(2)
      expect(ticks.length, String(span)).toBeLessThanOrEqual(5)
    }
  })
})
