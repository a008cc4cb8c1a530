import { expect, test } from 'vitest'
import { parseDay } from './day-text.ts'
import { age, ageIn, ageOf, ago, dataLanguage, date, initials, minutes, money, setFormats, time, today } from './format.ts'

test.each([
  ['2026-05-02', '12 d'],
  ['2026-05-14', '0 d'],
  ['2026-04-14', '1 mo'],
  ['2026-01-10', '4 mo'],
  ['2024-05-15', '23 mo'],
  ['2024-05-14', '2 y'],
  ['1980-02-03', '46 y'],
  ['1980-05-15', '45 y'],
])('somebody born on %s is %s on 14 May 2026', (birth, text) => {
  expect(age(birth, { at: '2026-05-14' })).toBe(text)
})

test('an estimated age says so, and no date of birth says nothing', () => {
  expect(age('1980-02-03', { isEstimated: true, at: '2026-05-14' })).toBe('~46 y')
  expect(age(null)).toBe('')
  expect(ageOf({ date_of_birth: null, is_birth_date_estimated: true })).toBe('')
  expect(ageOf({ date_of_birth: today(), is_birth_date_estimated: true })).toBe('~0 d')
  expect([ageIn('d', 3), ageIn('mo', 4), ageIn('y', 36)]).toEqual(['3 d', '4 mo', '36 y'])
})

test('a calendar day has no time zone; an instant is shown at the clinic', () => {
  setFormats({ currency: 'KES', time_zone: 'Africa/Nairobi' })
  expect(date('1980-02-03')).toBe('3 Feb 1980')
  expect(time('2026-05-14T21:30:00Z')).toBe('00:30')
  expect(today('2026-05-14T21:30:00Z')).toBe('2026-05-15')
})

const languageNamed = (language?: string) => {
  setFormats({ currency: 'KES', time_zone: 'Africa/Nairobi', ...(language && { language }) })
  return dataLanguage()
}

test('what the clinic has named is marked with its language where the page is in another one', () => {
  expect([languageNamed('sw'), languageNamed('en'), languageNamed()]).toEqual(['sw', undefined, undefined])
})

test('money keeps every cent of the decimal text', () => {
  expect(money('1234567.80')).toBe('1,234,567.80')
  expect(money('9007199254740993.01')).toBe('9,007,199,254,740,993.01')
  expect(money('250', { withCurrency: true })).toBe('KES 250.00')
  expect(money(null)).toBe('')
})

test('time that has passed is said in one unit', () => {
  const now = Date.parse('2026-05-14T10:00:00Z')
  const texts = [20, 300, 3 * 3600, 2 * 86_400].map((seconds) => ago(now - seconds * 1000, now))
  expect(texts).toEqual(['just now', '5 min ago', '3 h ago', '2 d ago'])
  expect([minutes(47), minutes(125)]).toEqual(['47 min', '2 h 05 min'])
})

test('the round mark of a person has the first letters of the first and the last name', () => {
  expect([initials('Wanjiku wa Nduta'), initials('Ñusta'), initials('')]).toEqual(['WN', 'Ñ', ''])
})

test.each([
  ['3/2/1980', '1980-02-03'],
  ['3.2.80', '1980-02-03'],
  ['03021980', '1980-02-03'],
  ['3 Feb 1980', '1980-02-03'],
  ['3 february 80', '1980-02-03'],
  ['1980-2-3', '1980-02-03'],
  ['1/1/26', '2026-01-01'],
  ['31/2/1980', null],
  ['2/13/1980', null],
  ['soon', null],
])('the typed day %s is %s', (typed, day) => {
  expect(parseDay(typed, 2026)).toBe(day)
})
