import { expect, test } from 'vitest'
import { errorsIn, flawsOf, flawsOfSizes, growthOf, compareWithBudget, missesOf, missesOfGrowth } from './compare-with-budget.ts'
import type { DayResult } from './measure-day.ts'
import { openMeter, type Sort } from './people/meter.ts'

const rows = { patients: 100_000, visits: 1_000_000, results: 5_000_000, items: 2_000_000, prescribed: 1, movements: 1, postings: 1 }
const tenth = { ...rows, patients: 10_000, visits: 100_000, results: 500_000, items: 200_000 }

type Asked = readonly [name: string, sort: Sort, ms: number, times: number]
/** A day of which these requests are known, so long each and so often. */
const dayOf = (asked: readonly Asked[], more: Partial<DayResult> = {}): DayResult => {
  const meter = openMeter()
  for (const [name, sort, ms, times] of asked) for (let n = 0; n < times; n += 1) meter.replied(name, sort, ms)
  return {
    at: '2026-11-23T08:00:00.000Z',
    machine: { cpus: 2, cpu: 'Some processor', memory_gb: 8, node: '24', postgres: '17' },
    people: 200,
    pace: 1,
    minutes: 60,
    warm_up_minutes: 15,
    rows,
    load: { before: 0, after: 0 },
    memory: [],
    writes: {},
    inside: 0,
    lost: 0,
    figures: meter.figures(60),
    ...more,
  }
}
const cut = (day: DayResult): DayResult => ({ ...day, figures: { ...day.figures, cuts: [{ path: '/', why: '503', count: 2 }] } })

test('each kind has its budget, though all of its sort together are within it; a call that lists and searches is two kinds', () => {
  const day = dayOf([
    ['GET /quick/', 'list', 5, 1000],
    ['GET /slow/', 'list', 25, 20],
    ['GET /seldom/', 'list', 25, 19],
    ['GET /bills/', 'list', 5, 20],
    ['GET /bills/', 'search', 29, 20],
    ['GET /paper/', 'print', 900, 20],
  ])
  expect(missesOf(day)).toEqual(['GET /slow/ (list): p95 25 ms, budget 20 ms'])
  expect(day.figures.kinds.map((kind) => [kind.name, kind.sort, compareWithBudget(kind)])).toEqual([
    ['GET /quick/', 'list', 'met'],
    ['GET /slow/', 'list', 'missed'],
    ['GET /bills/', 'list', 'met'],
    ['GET /bills/', 'search', 'met'],
    ['GET /paper/', 'print', 'none'],
    ['GET /seldom/', 'list', 'too few'],
  ])
})

test('what was asked once more and who was sent home are errors', () => {
  expect(missesOf(dayOf([]))).toEqual([])
  expect(missesOf({ ...cut(dayOf([])), lost: 1 })).toEqual(['2 errors', '1 patients were sent home by an error'])
  expect(errorsIn(cut(dayOf([])))).toBe(2)
})

test('a day is kept when it was long, slow and whole, and nothing failed for good', () => {
  expect(flawsOf(dayOf([]))).toEqual([])
  for (const flaw of [{ pace: 100 }, { minutes: 1 }, { people: 20 }, { lost: 1 }, { rows: tenth }])
    expect(flawsOf(dayOf([], flaw))).not.toEqual([])
  expect(flawsOf(cut(dayOf([])))).toEqual([])
  const failed = dayOf([])
  expect(flawsOf({ ...failed, figures: { ...failed.figures, errors: 1 } })).toEqual(['1 errors'])
  expect(flawsOfSizes(dayOf([], { rows: tenth }), dayOf([]))).toEqual([])
  expect(flawsOfSizes(dayOf([], { rows: { ...tenth, visits: 90_000, items: 500_000 } }), dayOf([]))).toEqual([
    '500000 items are no tenth of 2000000',
  ])
})

test('growth is judged at the middle and at p95, and what is too seldom is named', () => {
  const small = dayOf([
    ['GET /same/', 'read', 4, 20],
    ['GET /tail/', 'read', 4, 20],
    ['GET /seldom/', 'read', 4, 3],
  ])
  const large = dayOf([
    ['GET /same/', 'read', 8, 20],
    ['GET /tail/', 'read', 4, 18],
    ['GET /tail/', 'read', 12, 2],
    ['GET /seldom/', 'read', 90, 30],
    ['GET /new/', 'read', 9, 1],
  ])
  const growth = growthOf(small, large)
  expect(missesOfGrowth(growth)).toEqual(['GET /tail/ (read) grew 1 times at the middle, 3 times at p95'])
  expect(growth.kinds.map(({ name }) => name)).toEqual(['GET /tail/', 'GET /same/'])
  expect(growth.tooFew.map(({ name, small: before, large: after }) => [name, before, after])).toEqual([
    ['GET /seldom/', 3, 30],
    ['GET /new/', 0, 1],
  ])
})
