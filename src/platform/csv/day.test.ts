import { describe, expect, test } from 'vitest'
import { instantSeen, lastOfMonth, orderShown, readDay, type DayRule } from './day.ts'

const rule: DayRule = { order: 'day first', today: '2026-11-29', time_zone: 'Africa/Nairobi', years: 'past' }
const read = (text: string, more: Partial<DayRule> = {}) => {
  const found = readDay(text, { ...rule, ...more })
  return found === undefined ? 'unreadable' : found.day
}

describe('readDay', () => {
  test.each([
    ['1967-02-28', '1967-02-28'],
    ['1967/2/8', '1967-02-08'],
    ['19670228', '1967-02-28'],
    ['28/02/1967', '1967-02-28'],
    ['28.2.1967', '1967-02-28'],
    ['28 - 02 - 1967', '1967-02-28'],
    ['28/02/1967 13:45', '1967-02-28'],
    ['2/28/1967', 'unreadable'],
    ['31/02/1967', 'unreadable'],
    ['28/02/67', '1967-02-28'],
    ['28/02/25', '2025-02-28'],
    ['28/02/27', '1927-02-28'],
    ['28 Feb 1967', '1967-02-28'],
    ['Feb 28, 1967', '1967-02-28'],
    ['28-FEB-67', '1967-02-28'],
    ['1967 February 28', '1967-02-28'],
    ['28th of February 1967', '1967-02-28'],
    ['Tuesday, 28 February 1967', '1967-02-28'],
    ['Mar 12 1990', '1990-03-12'],
    ['28Feb1967', '1967-02-28'],
    ['28 février 1967', '1967-02-28'],
    ['1er août 1990', '1990-08-01'],
    ['mardi 28 février 1967', '1967-02-28'],
    ['28 Februari 1967', '1967-02-28'],
    ['3 Machi 1990', '1990-03-03'],
    ['12 Desemba 1990', '1990-12-12'],
    ['28 de fevereiro de 1967', '1967-02-28'],
    ['٢٨/٠٢/١٩٦٧', '1967-02-28'],
    ['24531', '1967-02-28'],
    ['24531.5', '1967-02-28'],
    ['1967', 'unreadable'],
    ['Mon Apr 23 1990 00:00:00 GMT+0300 (East Africa Time)', '1990-04-23'],
    ['tomorrow', 'unreadable'],
    ['none', null],
    ['N/A', null],
    ['Unknown', null],
    ['-', null],
    ['inconnu', null],
    ['hakuna', null],
    ['0000-00-00', null],
    ['01/02/0201', 'unreadable'],
    ['0201-02-01', 'unreadable'],
    ['2201-02-01', 'unreadable'],
  ])('reads %s as %s', (text, day) => expect(read(text)).toBe(day))

  test.each([
    ['1990-04-22T21:00:00.000Z', '1990-04-23'],
    ['1990-04-22 21:00:00+00', '1990-04-23'],
    ['1990-04-22T20:59:59Z', '1990-04-22'],
    ['1990-04-23T00:00:00+03:00', '1990-04-23'],
    ['1990-04-23T00:30:00+05:00', '1990-04-22'],
    ['1990-04-23 23:59:59', '1990-04-23'],
    ['1990-04-23T00:00', '1990-04-23'],
    // Nairobi's clock was ahead by 2:45 then.
    ['1955-01-31T21:15:00Z', '1955-02-01'],
    ['1990-02-30T00:00:00Z', 'unreadable'],
  ])('an instant %s is the clinic’s day %s', (text, day) => expect(read(text)).toBe(day))

  test('takes no text for a day that is longer than any day', () =>
    expect([read(`1990-01-01 ${' '.repeat(100_000)}x`), read('none'.padStart(81))]).toEqual(['unreadable', 'unreadable']))

  test('takes plain days that a database wrote as midnight in UTC as they are, west of Greenwich too', () => {
    const west = { time_zone: 'America/New_York' }
    expect(read('1990-04-23T00:00:00Z', { ...west, isMidnight: true })).toBe('1990-04-23')
    expect(read('1990-04-23T01:30:00Z', west)).toBe('1990-04-22')
    expect([instantSeen('1990-04-23T00:00:00.000Z'), instantSeen('1990-04-23 01:00:00+00'), instantSeen('1990-04-23 00:00')]).toEqual([
      'midnight',
      'other',
      null,
    ])
  })

  test('reads a column in one order and says how it read two digits and numbers', () => {
    expect(read('02/28/1967', { order: 'month first' })).toBe('1967-02-28')
    expect(read('28/02/1967', { order: 'month first' })).toBe('unreadable')
    expect(read('02/03/1967', { order: 'month first' })).toBe('1967-02-03')
    expect(read('02/03/1967', { order: null })).toBe('unreadable')
    expect(read('30/06/30', { years: 'coming' })).toBe('2030-06-30')
    expect(readDay('28/02/67', rule)).toEqual({ day: '1967-02-28', note: '“28/02/67” has a two-digit year: read as 1967-02-28.' })
    expect(readDay('24531', rule)).toMatchObject({ note: '“24531” is a spreadsheet date number: read as 1967-02-28.' })
  })
})

test('the order of a column is what its cells show, and a contradiction is found', () => {
  expect(orderShown(['02/03/1967', '28/02/1967', '1990-01-01'])).toBe('day first')
  expect(orderShown(['02/03/1967', '02/28/1967 10:00'])).toBe('month first')
  expect(orderShown(['28/02/1967', '02/28/1967'])).toBe('conflict')
  expect(orderShown(['02/03/1967', '04/04/1990', 'none'])).toBeNull()
  expect(orderShown(['1.5.2027'])).toBe('day first')
})

test('a day that no month has shows no order, and contradicts none', () => {
  expect(orderShown(['31/02/1990', '02/03/1967'])).toBeNull()
  expect(orderShown(['31/02/1990', '02/28/1967'])).toBe('month first')
  expect(orderShown(['29/02/2023', '29/02/23', '28/02/0201'])).toBeNull()
  expect(orderShown(['29/02/2024'])).toBe('day first')
})

test.each([
  ['2027-06', '2027-06-30'],
  ['06/2027', '2027-06-30'],
  ['Feb-28', '2028-02-29'],
  ['juin 2027', '2027-06-30'],
  ['2027-06-15', '2027-06-15'],
  ['13/2027', '13/2027'],
  ['06/0207', '06/0207'],
])('a month alone %s is its last day %s', (text, day) => expect(lastOfMonth(text)).toBe(day))
