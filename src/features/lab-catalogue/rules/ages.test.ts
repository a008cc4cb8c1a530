import { expect, test } from 'vitest'
import { ageInDays, MAX_AGE_DAYS, readAge, writeAge } from './ages.ts'

test.each([
  ['2026-03-01', '2026-03-01', 0],
  ['2026-02-28', '2026-03-01', 1],
  ['2024-02-28', '2024-03-01', 2],
  ['2000-01-01', '2026-01-01', 9497],
  ['2026-03-02', '2026-03-01', null],
  ['1990', '2026-03-01', null],
  ['', '', null],
  ['2026-13-01', '2026-12-01', null],
])('born %s, on %s: %s days', (birth, day, days) => expect(ageInDays(birth, day)).toBe(days))

test.each([
  ['0', 0],
  ['3 d', 3],
  ['3d', 3],
  ['6 w', 42],
  ['2 mo', 60],
  ['12 months', 365],
  ['5 y', 1826],
  ['5', 1826],
  ['1 y 6 mo', 547],
  ['1 yr. 6 mos.', 547],
  ['18 ans', 6574],
  ['miezi 2', null],
  ['2 miezi', 60],
  ['200 y', 73_050],
  ['', null],
  ['-3 d', null],
  ['3 dd', null],
  ['5 4', null],
  ['1.5 y', null],
  ['3 constructor', null],
  ['5 y 4', null],
])('%j is %s days', (text, days) => expect(readAge(text)).toBe(days !== null && days > MAX_AGE_DAYS ? null : days))

test.each([
  [0, '0 d'],
  [3, '3 d'],
  [28, '28 d'],
  [60, '2 mo'],
  [365, '1 y'],
  [547, '18 mo'],
  [1826, '5 y'],
  [6574, '18 y'],
  [6575, '6575 d'],
])('%i days are %s', (days, text) => expect(writeAge(days)).toBe(text))

test('every age is read as it was written', () => {
  const every = Array.from({ length: MAX_AGE_DAYS + 1 }, (_none, days) => days)
  expect(every.filter((days) => readAge(writeAge(days)) !== days)).toEqual([])
})

test('who has had the birthday has reached the age, and no earlier than a day before it', () => {
  for (let month = 1; month <= 12; month++)
    for (let years = 1; years <= 90; years++) {
      const born = `1931-${String(month).padStart(2, '0')}-15`
      const lived = ageInDays(born, `${1931 + years}${born.slice(4)}`)!
      expect(lived - readAge(`${years} y`)!).toBeGreaterThanOrEqual(0)
      expect(lived - readAge(`${years} y`)!).toBeLessThanOrEqual(1)
    }
})
