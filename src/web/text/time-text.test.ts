import { expect, test } from 'vitest'
import { minutesOf, parseTime, timeOf } from './time-text.ts'

test.each([
  ['8', '08:00'],
  ['08', '08:00'],
  ['830', '08:30'],
  ['0830', '08:30'],
  ['8:30', '08:30'],
  ['8.30', '08:30'],
  ['8h30', '08:30'],
  ['8h', '08:00'],
  [' 17:05 ', '17:05'],
  ['5 pm', '17:00'],
  ['12am', '00:00'],
  ['12:15 pm', '12:15'],
  ['0', '00:00'],
  ['24', '24:00'],
  ['2400', '24:00'],
])('%s is understood as %s', (typed, time) => expect(parseTime(typed)).toBe(time))

test.each(['', 'noon', '25', '24:01', '8:3', '8:60', '13 pm', '12345', '-8'])('%s is no time', (typed) =>
  expect(parseTime(typed)).toBeNull(),
)

test('times are counted in minutes, and back', () => {
  expect(minutesOf('08:30')).toBe(510)
  expect(minutesOf('24:00')).toBe(1440)
  expect(minutesOf('8')).toBeNaN()
  expect(timeOf(510)).toBe('08:30')
  expect(timeOf(1500)).toBe('24:00')
})
