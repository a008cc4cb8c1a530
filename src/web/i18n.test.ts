// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { changeLanguage, language, t } from './i18n.ts'
import sw from 'virtual:texts/sw'

afterEach(() => changeLanguage('en'))

test('a text shows in the person’s language, and in English where it has no other words', async () => {
  expect(t('Try again')).toBe('Try again')
  await changeLanguage('sw')
  expect([language(), document.documentElement.lang]).toEqual(['sw', 'sw'])
  expect(t('Try again')).toBe(sw['Try again'])
  expect(t('A sentence that nobody translated.')).toBe('A sentence that nobody translated.')
  expect(t('constructor')).toBe('constructor')
})

test('values stand where their names are, and nothing where there is no value', () => {
  expect(t('{a} of {b}, {a}', { a: 0, b: '<b>' })).toBe('0 of <b>, 0')
  expect(t('For {name}.', { name: '$1 {b}' })).toBe('For $1 {b}.')
  expect(t('For {name}.', { name: null })).toBe('For .')
})

const members = (count: number) => t('{count, plural, one {# member} other {# members}}', { count })

test('a count chooses the plural of the language', async () => {
  expect([0, 1, 2].map(members)).toEqual(['0 members', '1 member', '2 members'])
  expect(t('{count, plural, one {{n} row} other {{n} rows}}', { n: '1,204', count: 1204 })).toBe('1,204 rows')
  await changeLanguage('fr')
  expect([0, 1, 2, 3_000_000].map(members)).toEqual(['0 membre', '1 membre', '2 membres', '3000000 membres'])
  expect(t('{count} beds without a translation', { count: 2 })).toBe('2 beds without a translation')
})
