import { describe, expect, test } from 'vitest'
import { random, weightTable } from './random.ts'

const share = <T>(items: readonly T[], holds: (item: T) => boolean) => items.filter(holds).length / items.length

describe('random numbers', () => {
  test('are known values for a known seed, on every machine', () => {
    const rng = random('kliniki')
    expect([rng.integer(0, 1e6), rng.integer(0, 1e6), rng.integer(0, 1e6)]).toEqual([157932, 928536, 538205])
  })
  test('are spread evenly, with every bound reachable', () => {
    const rng = random(1)
    const dice = Array.from({ length: 60_000 }, () => rng.integer(1, 6))
    for (const face of [1, 2, 3, 4, 5, 6]) expect(share(dice, (n) => n === face)).toBeCloseTo(1 / 6, 1)
    expect(new Set(dice).size).toBe(6)
  })
  test('follow weights, and never draw a weight of zero', () => {
    const rng = random(1)
    const table = weightTable(['never', 'often', 'seldom'], (word) => ({ never: 0, often: 9, seldom: 1 })[word] ?? 0)
    const drawn = Array.from({ length: 20_000 }, () => rng.weighted(table))
    expect(drawn).not.toContain('never')
    expect(share(drawn, (word) => word === 'often')).toBeCloseTo(0.9, 1)
    expect(() => weightTable([1], () => 0)).toThrow(RangeError)
  })
  test('a normal draw has its mean and deviation', () => {
    const rng = random(3)
    const drawn = Array.from({ length: 50_000 }, () => rng.normal(10, 2))
    const mean = drawn.reduce((sum, n) => sum + n, 0) / drawn.length
    expect(mean).toBeCloseTo(10, 1)
    expect(Math.sqrt(drawn.reduce((sum, n) => sum + (n - mean) ** 2, 0) / drawn.length)).toBeCloseTo(2, 1)
  })
})
