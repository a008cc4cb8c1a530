import { describe, expect, test } from 'vitest'
import { editDistance, likeness, nameLikeness } from './duplicates.ts'
import { ageInYears, isBirthDate } from './rules.ts'

describe('age', () => {
  test.each([
    ['2000-06-15', '2026-06-14', 25],
    ['2000-06-15', '2026-06-15', 26],
    ['2020-02-29', '2023-02-28', 2],
    ['2020-02-29', '2023-03-01', 3],
    ['2026-01-01', '2026-01-01', 0],
    ['1900-01-01', '2026-01-01', 126],
  ])('born %s, on %s: %i years', (birth, today, years) => expect(ageInYears(birth, today)).toBe(years))

  test('nobody is born tomorrow or before 1900', () => {
    const now = new Date('2026-03-02T12:00:00Z')
    expect(['2026-03-02', '1900-01-01', '2026-03-04', '1899-12-31'].map((day) => isBirthDate(day, now))).toEqual([true, true, false, false])
  })
})

describe('likeness', () => {
  test.each([
    ['wanjiku', 'wanjiku', 0],
    ['wanjiku', 'wanjkiu', 1],
    ['otieno', 'otino', 1],
    ['', 'abc', 3],
  ])('%s and %s are %i apart', (a, b, edits) => expect(editDistance(a, b)).toBe(edits))

  test('names are compared word by word, in any order, without accents', () => {
    expect(nameLikeness('Éloïse Martin', 'martin eloise')).toBe(1)
    expect(nameLikeness('Wanjiku Kamau', 'Wanjkiu Kamau')).toBeGreaterThan(0.9)
    expect(nameLikeness('Wanjiku Kamau', 'Peter Ochola')).toBeLessThan(0.5)
    expect(nameLikeness('', 'Peter')).toBe(0)
  })

  test('a shared identifier outweighs a misspelt name; another sex and birth speak against', () => {
    const amina = { names: 'Amina Yusuf', gender: 'female', date_of_birth: '1990-01-02', identifiers: ['123-456'] }
    expect(likeness(amina, { names: 'Aminah Yussuf', gender: 'female', date_of_birth: '1990-01-02', identifiers: ['123456'] }).score).toBe(
      100,
    )
    expect(likeness(amina, { names: 'Amina Yusuf', gender: 'male', date_of_birth: '1961-11-30' }).score).toBeLessThan(55)
    expect(likeness(amina, amina).because).toEqual(['name', 'date of birth', 'identifier'])
  })

  test('is the same from both sides', () => {
    const a = { names: 'Li Na Cheng', phone: '0712345678', date_of_birth: '1980-03-04' }
    const b = { names: 'Cheng Li', phone: '+254712345678', date_of_birth: '1980-04-03' }
    expect(likeness(a, b)).toEqual(likeness(b, a))
  })
})
