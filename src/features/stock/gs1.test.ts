import { describe, expect, test } from 'vitest'
import { gs1Day, gtin14, gtinForms, hasCheckDigit, readGs1, withoutPrefix } from './gs1.ts'

const none = { gtin: null, lot: null, serial: null, expires_on: null, made_on: null, count: null }
const FNC1 = '\u001d'

describe('what stands on a pack', () => {
  const cases: [string, string, object | null][] = [
    ['number, expiry and lot', '01095060001343521714123110ABC123', { gtin: '09506000134352', expires_on: '2014-12-31', lot: 'ABC123' }],
    [
      'lot before more, with a separator',
      `010950600013435210abc-1${FNC1}17280229`,
      { gtin: '09506000134352', lot: 'ABC-1', expires_on: '2028-02-29' },
    ],
    [
      'a separator first, and one that nothing needs',
      `${FNC1}0109506000134352${FNC1}17280200`,
      { gtin: '09506000134352', expires_on: '2028-02-29' },
    ],
    ['serial and lot', `010950600013435221S/N1${FNC1}10L1`, { gtin: '09506000134352', serial: 'S/N1', lot: 'L1' }],
    ['made, best before', '111501011528123110X', { made_on: '2015-01-01', expires_on: '2028-12-31', lot: 'X' }],
    ['expiry counts more than best before', '1727010115280101', { expires_on: '2027-01-01' }],
    ['how many', `3024${FNC1}10X`, { count: 24, lot: 'X' }],
    ['what a case holds, and how many', '02095060001343523712', { gtin: '09506000134352', count: 12 }],
    ['in brackets', '(01)09506000134352(17)280229(10)ABC', { gtin: '09506000134352', expires_on: '2028-02-29', lot: 'ABC' }],
    ['a weight and a price are passed over', `3103001750392201000${FNC1}10X`, { lot: 'X' }],
    ['a web address is passed over', `8200http://x.example${FNC1}10X`, { lot: 'X' }],
    ['the separator as a sign', '10X\u241d17280229', { lot: 'X', expires_on: '2028-02-29' }],
    ['a wrong check digit', '0109506000134353', null],
    ['too short', '010950600013435', null],
    ['a day that does not exist', '17280230', null],
    ['a month that does not exist', '17281301', null],
    ['no identifier', 'ABC', null],
    ['nothing', '', null],
    ['an empty lot', `10${FNC1}17280229`, null],
    ['a lot of 21 signs', `10${'A'.repeat(21)}`, null],
    ['a count that is none', '30AB', null],
  ]
  test.each(cases)('%s', (_name, code, wanted) => expect(readGs1(code, 2026)).toEqual(wanted && { ...none, ...wanted }))
})

test('a scanner says how a code was printed', () => {
  for (const prefix of [']d2', ']C1', ']Q3', ']e0']) expect(withoutPrefix(`${prefix}10X`)).toEqual({ code: '10X', isGs1: true })
  expect(withoutPrefix(']E05901234123457')).toEqual({ code: '5901234123457', isGs1: false })
  expect(withoutPrefix('5901234123457')).toEqual({ code: '5901234123457', isGs1: false })
})

test('the century is the nearest one', () => {
  expect(gs1Day('760101', 2026)).toBe('2076-01-01')
  expect(gs1Day('770101', 2026)).toBe('1977-01-01')
  expect(gs1Day('990630', 2026)).toBe('1999-06-30')
  expect(gs1Day('010630', 2051)).toBe('2101-06-30')
  expect(gs1Day('020630', 2051)).toBe('2002-06-30')
})

test('the last day of a month is written 00', () => {
  expect(gs1Day('280200', 2026)).toBe('2028-02-29')
  expect(gs1Day('270200', 2026)).toBe('2027-02-28')
  expect(gs1Day('271200', 2026)).toBe('2027-12-31')
})

test('trade numbers are told by their check digit, and written in several ways', () => {
  for (const digits of ['96385074', '036000291452', '5901234123457', '09506000134352']) expect(hasCheckDigit(digits)).toBe(true)
  expect(gtin14('5901234123458')).toBeNull()
  expect(gtin14('59012341')).toBeNull()
  expect(gtin14('5901234123457')).toBe('05901234123457')
  expect(gtinForms('05901234123457')).toEqual(['05901234123457', '5901234123457'])
  expect(gtinForms('00036000291452')).toEqual(['00036000291452', '0036000291452', '036000291452'])
  expect(gtinForms('00000096385074')).toEqual(['00000096385074', '0000096385074', '000096385074', '96385074'])
})
