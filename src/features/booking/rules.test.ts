import { describe, expect, test } from 'vitest'
import { birthProblem, differences, genderOf, isConvertible, isUnlinkable, rangeProblem, timeProblem } from './rules.ts'

describe('a date of birth', () => {
  test.each([
    ['2026-03-02', '2026-03-02', true],
    ['2026-03-03', '2026-03-02', false],
    ['1896-03-02', '2026-03-02', true],
    ['1896-03-01', '2026-03-02', false],
    ['0001-01-01', '2026-03-02', false],
    // 130 years before a leap day there was none.
    ['1894-03-01', '2024-02-29', true],
    ['1894-02-28', '2024-02-29', false],
  ])('%s on %s', (born, today, isRight) => expect(birthProblem(born, today) === null).toBe(isRight))
})

test('a time is neither over nor too soon nor too far', () => {
  const limits = { now: new Date('2026-03-02T08:00:00Z'), noticeMinutes: 120, lastDay: '2026-05-01' }
  const problem = (at: string) => timeProblem({ at: new Date(at), day: at.slice(0, 10) }, limits)
  expect(problem('2026-03-02T07:59:59Z')).toMatch(/past/)
  expect(problem('2026-03-02T09:59:59Z')).toMatch(/too soon/)
  expect(problem('2026-03-02T10:00:00Z')).toBeNull()
  expect(problem('2026-05-01T23:00:00Z')).toBeNull()
  expect(problem('2026-05-02T00:00:00Z')).toMatch(/too far/)
})

test('a range of days is in order and a month long at most', () => {
  expect(rangeProblem({ from: '2026-03-01', to: '2026-03-31' })).toBeNull()
  expect(rangeProblem({ from: '2026-03-01', to: '2026-04-01' })).toMatch(/31 days/)
  expect(rangeProblem({ from: '2026-03-02', to: '2026-03-01' })).toMatch(/before/)
})

test('genders are written out', () => expect((['M', 'F', 'O', 'male'] as const).map(genderOf)).toEqual(['male', 'female', 'other', 'male']))

describe('a record differs from a booking', () => {
  const sent = { gender: 'female', date_of_birth: '1990-02-03', phone: '+254711000111', email: null }
  const same = { gender: 'female', date_of_birth: '1990-02-03', phone: '0711 000 111', email: 'a@example.com' }
  test('in nothing when it says the same, or nothing', () => {
    expect(differences(sent, same, true)).toEqual([])
    expect(differences(sent, { gender: 'unknown', date_of_birth: null, phone: null, email: null }, true)).toEqual([])
  })
  test('in each field that says something else', () =>
    expect(
      differences(
        { ...sent, email: 'A@EXAMPLE.COM' },
        { gender: 'male', date_of_birth: '1990-03-02', phone: '0711000112', email: 'a@example.com' },
        false,
      ),
    ).toEqual(['name', 'gender', 'date_of_birth', 'phone']))
})

test('a booking goes on a record while it is open or was missed, and comes off it before the visit', () => {
  const on = { patient: 7, visit: null }
  const off = { patient: null, visit: null }
  const states = ['pending', 'confirmed', 'arrived', 'completed', 'cancelled', 'no-show'] as const
  expect(states.filter((status) => isConvertible({ status, ...off }))).toEqual(['pending', 'confirmed', 'no-show'])
  expect(states.filter((status) => isConvertible({ status, ...on }))).toEqual([])
  expect(states.filter((status) => isUnlinkable({ status, ...on }))).toEqual(['pending', 'confirmed', 'cancelled', 'no-show'])
  expect(states.filter((status) => isUnlinkable({ status, ...off }))).toEqual([])
  expect(isUnlinkable({ status: 'confirmed', patient: 7, visit: 9 })).toBe(false)
})
