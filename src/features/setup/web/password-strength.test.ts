import { expect, test } from 'vitest'
import { strengthOf } from './password-strength.ts'

const about = ['Wanjiru', "Ng'ang'a", 'wanjiru@clinic.example']

test.each([
  ['', 'short'],
  ['kijani 12', 'short'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['abcabcabcabc', 'weak'],
  ['WANJIRU tuktuk mvua', 'named'],
  ['clinic tuktuk mvua', 'named'],
  ['tuktuk mvua', 'fair'],
  ['tuktuk mvua jioni', 'good'],
])('the password "%s" is %s', (password, strength) => {
  expect(strengthOf(password, about)).toBe(strength)
})
