import { expect, test } from 'vitest'
import { numberText, typedDecimal } from './number-text.ts'

const write = (decimal: string) => ['en', 'sw', 'fr'].map((language) => numberText(decimal, language))

test('each language has one way to write a number', () => {
  expect(write('1234.50')).toEqual(['1,234.50', '1,234.50', '1\u202F234,50'])
  expect(write('-1234567')).toEqual(['-1,234,567', '-1,234,567', '-1\u202F234\u202F567'])
  expect(write('9007199254740993.01').at(-1)).toBe('9\u202F007\u202F199\u202F254\u202F740\u202F993,01')
  expect(write('0.5')).toEqual(['0.5', '0.5', '0,5'])
})

test('is what browsers write', () => {
  for (const [language, locale] of [
    ['en', 'en-GB'],
    ['sw', 'sw-KE'],
    ['fr', 'fr'],
  ] as const)
    for (const value of ['0.5', '999', '1000', '1234.50', '1234567.25']) {
      const minimumFractionDigits = value.split('.')[1]?.length ?? 0
      expect(numberText(value, language)).toBe(new Intl.NumberFormat(locale, { minimumFractionDigits }).format(Number(value)))
    }
})

test('leaves what is no decimal alone', () => {
  for (const text of ['', 'positive', '< 5.4', '1.2.3', '5-10']) expect(numberText(text, 'fr')).toBe(text)
})

test('a box shows the decimal mark of the language without groups', () => {
  expect([typedDecimal('1234.50', 'en'), typedDecimal('1234.50', 'fr'), typedDecimal('12.', 'fr'), typedDecimal('1 000', 'fr')]).toEqual([
    '1234.50',
    '1234,50',
    '12.',
    '1 000',
  ])
})
