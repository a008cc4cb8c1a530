import { IntlMessageFormat } from 'intl-messageformat'
import { expect, test } from 'vitest'
import { englishFiles, readTexts, translatedLanguages } from '#platform/texts/read-texts.ts'
import { formatMessage } from './message.ts'

test('puts values where their names are, and leaves a place without a value as it is written', () => {
  expect(formatMessage('{a} of {b}, {a}', { a: 0, b: '<b>' })).toBe('0 of <b>, 0')
  expect(formatMessage('For {name}.', { name: '$1 {b}', b: 'x' })).toBe('For $1 {b}.')
  expect(formatMessage('For {name}.', { name: null })).toBe('For .')
  expect(formatMessage('Use {to} and {text}.')).toBe('Use {to} and {text}.')
  expect(formatMessage('{constructor}')).toBe('{constructor}')
})

test('chooses the form of a number, in each language, and of a name', () => {
  const rows = '{count, plural, =0 {No rows} one {# row} other {# rows}} of {name}'
  expect([0, 1, 2].map((count) => formatMessage(rows, { count, name: 'A' }))).toEqual(['No rows of A', '1 row of A', '2 rows of A'])
  const french = '{count, plural, one {# membre} other {# membres}}'
  expect([0, 1, 2].map((count) => formatMessage(french, { count }, 'fr'))).toEqual(['0 membre', '1 membre', '2 membres'])
  const died = '{sex, select, female {décédée} male {décédé} other {décédé(e)}} le {day}'
  expect(['female', 'male', null].map((sex) => formatMessage(died, { sex, day: '1 mai' }))).toEqual([
    'décédée le 1 mai',
    'décédé le 1 mai',
    'décédé(e) le 1 mai',
  ])
})

test('writes what is no message as it is', () => {
  for (const text of ['{count, plural, one {# row', '{count, plural, one {# row}}', '{a, plural, x', '{a, plural, }', '{', '} {'])
    expect(formatMessage(text, { count: 2, a: 1 })).toBe(text)
})

const NAMES = /\{(\w+)/g
const valuesFor = (text: string, count: number) =>
  Object.fromEntries([...text.matchAll(NAMES)].map(([, name = '']) => [name, text.includes(`{${name}, plural`) ? count : `‹${name}›`]))

test('writes every text of the program in every language as the library of the format does', () => {
  expect(englishFiles().length).toBeGreaterThan(40)
  const wrong = translatedLanguages.flatMap((language) =>
    Object.entries(readTexts(language)).flatMap(([english, translated]) =>
      (
        [
          ['en', english],
          [language, translated],
        ] as const
      ).flatMap(([locale, text]) =>
        (text.includes(', plural,') ? [0, 1, 2, 5] : [1]).flatMap((count) => {
          const values = valuesFor(`${english} ${text}`, count)
          const expected = new IntlMessageFormat(text, locale, undefined, { ignoreTag: true }).format(values)
          const written = formatMessage(text, values, locale)
          return written === expected ? [] : [{ locale, text, written, expected }]
        }),
      ),
    ),
  )
  expect(wrong).toEqual([])
})
