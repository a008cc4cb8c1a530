// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { changeLanguage, language, t } from './i18n.ts'
import fr from './i18n/fr.json' with { type: 'json' }
import sw from './i18n/sw.json' with { type: 'json' }

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
  expect(t('{{a}} of {{b}}, {{a}}', { a: 0, b: '<b>' })).toBe('0 of <b>, 0')
  expect(t('For {{name}}.', { name: '$1 {{b}}' })).toBe('For $1 {{b}}.')
  expect(t('For {{name}}.', { name: null })).toBe('For .')
})

const members = (count: number) => t('{{count}} members', { count })

test('a count chooses the plural of the language', async () => {
  expect([0, 1, 2].map(members)).toEqual(['0 members', '1 member', '2 members'])
  expect(t('{{n}} rows', { n: '1,204', count: 1204 })).toBe('1,204 rows')
  await changeLanguage('fr')
  expect([0, 1].map(members)).toEqual([0, 1].map((count) => fr['{{count}} members_one'].replace('{{count}}', String(count))))
  expect(members(2)).toBe(fr['{{count}} members_other'].replace('{{count}}', '2'))
  expect(members(3_000_000)).toContain('3000000')
  expect(t('{{count}} beds without a translation', { count: 2 })).toBe('2 beds without a translation')
})
