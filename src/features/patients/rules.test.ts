import { describe, expect, test } from 'vitest'
import { ageInYears, estimatedBirth, isBirthDate } from './rules.ts'
import { allergenCategory } from './server/allergen-category.ts'

describe('an age said at the counter becomes an estimated date of birth', () => {
  test.each([
    ['34', '1992-03-15'],
    [' 34 y ', '1992-03-15'],
    ['34 years', '1992-03-15'],
    ['34 ans', '1992-03-15'],
    ['0', '2026-03-15'],
    ['8 mo', '2025-07-15'],
    ['8mo.', '2025-07-15'],
    ['8 miezi', '2025-07-15'],
    ['miezi 8', '2025-07-15'],
    ['mwaka 1 miezi 6', '2024-09-15'],
    ['3 w', '2026-02-22'],
    ['2 semaines', '2026-03-01'],
    ['5 d', '2026-03-10'],
    ['1 y 6 mo', '2024-09-15'],
    ['1y6mo', '2024-09-15'],
    ['1980', '1980-07-01'],
    ['2026', '2026-01-01'],
  ])('%s', (typed, born) => expect(estimatedBirth(typed, '2026-03-15')).toBe(born))

  test.each(['', 'old', '34 x', '3 4', '1 y 6', '126', '1899', '2027', '-4', '12/3', 'constructor', '1'.repeat(400)])(
    '%s is no age',
    (typed) => expect(estimatedBirth(typed, '2026-03-15')).toBeNull(),
  )

  test('the last day of a month stays inside the shorter month', () => {
    expect(estimatedBirth('1 mo', '2026-03-31')).toBe('2026-02-28')
    expect(estimatedBirth('1', '2024-02-29')).toBe('2023-02-28')
  })

  test('the age that was said is the age that is shown today', () => {
    for (const age of [0, 1, 17, 34, 70, 101]) expect(ageInYears(estimatedBirth(String(age), '2026-03-15') ?? '', '2026-03-15')).toBe(age)
  })
})

test('a date of birth lies between 1900 and today, wherever the clinic is', () => {
  const now = new Date('2026-03-15T23:30:00Z')
  expect(['1899-12-31', '1900-01-01', '2026-03-15', '2026-03-16', '2026-03-17'].map((day) => isBirthDate(day, now))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ])
})

test('what kind of thing an allergen is shows in its name, or is left open', () =>
  expect(['Groundnuts', 'prawns', 'Bee stings', 'Penicillin', 'Mouldable clay'].map(allergenCategory)).toEqual([
    'food',
    'food',
    'environment',
    null,
    null,
  ]))
