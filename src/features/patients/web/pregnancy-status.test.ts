import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { gestationWords, isAskedOfPregnancy, pregnancyWords } from './pregnancy-status.tsx'

beforeAll(() => void vi.useFakeTimers({ now: new Date('2026-03-15T09:00:00Z') }))
afterAll(() => void vi.useRealTimers())

const undated = { gestation_days: null, edd: null, said_on: null }
const pregnant = { state: 'pregnant' as const, gestation_days: 87, edd: '2026-09-24', said_on: null }

describe('a pregnancy in words', () => {
  test('names completed weeks and days, in headers the due date too', () => {
    expect([0, 6, 7, 87, 280].map(gestationWords)).toEqual(['0w 0d', '0w 6d', '1w 0d', '12w 3d', '40w 0d'])
    expect(pregnancyWords(pregnant)).toBe('Pregnant 12w 3d')
    expect(pregnancyWords(pregnant, true)).toBe('Pregnant 12w 3d, due 24 Sep 2026')
  })

  test('says what is missing: no dates, no outcome', () => {
    expect(pregnancyWords({ ...undated, state: 'pregnant' })).toBe('Pregnant, not dated')
    expect(pregnancyWords({ ...pregnant, state: 'past due', gestation_days: 310 })).toBe('Pregnancy past its due date: record the outcome')
    expect(pregnancyWords({ ...undated, state: 'past due' })).toBe('Pregnancy recorded over 44 weeks ago: record the outcome')
    expect(pregnancyWords({ ...undated, state: 'postpartum' })).toBe('Postpartum')
  })

  test('shows a no with its day, and never takes what is unknown for one', () => {
    const unknown = { ...undated, state: 'unknown' as const, is_asked_of: true }
    expect(pregnancyWords({ ...undated, state: 'not pregnant', said_on: '2026-03-15' }, true)).toBe('Not pregnant on 15 Mar 2026')
    expect(pregnancyWords(unknown, true)).toBe('Pregnancy not asked')
    expect(pregnancyWords({ ...unknown, said_on: '2026-01-02' }, true)).toBe('Pregnancy not asked since 2 Jan 2026')
    expect(pregnancyWords({ ...unknown, is_asked_of: false }, true)).toBeNull()
    expect(pregnancyWords(unknown)).toBeNull()
  })
})

const asked = (age: number | null, gender = 'female') => isAskedOfPregnancy({ gender, age })

describe('who is asked', () => {
  test('is not male and of 12 to 55 years, or of unknown age', () => {
    expect([11, 12, 55, 56, null].map((age) => asked(age))).toEqual([false, true, true, false, true])
    expect([asked(30, 'male'), asked(30, 'unknown'), asked(30, 'other')]).toEqual([false, true, true])
  })
})
