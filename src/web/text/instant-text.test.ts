import { expect, test } from 'vitest'
import { isDay } from './day-text.ts'
import { instantText } from './instant-text.ts'

test.each(['2027-13-01', '2027-02-31', '2027-00-10', '27-01-01', '1/2/2027', ''])('%s is no day', (text) => expect(isDay(text)).toBe(false))

test('a day and a time of the clinic become an instant, and what is neither stays as it was typed', () => {
  expect(instantText('2027-02-28', '08:15', 'Africa/Nairobi')).toBe('2027-02-28T05:15:00.000Z')
  expect(instantText('2027-02-28', '24:00', 'Africa/Nairobi')).toBe('2027-02-28T21:00:00.000Z')
  for (const [day, time] of [
    ['2027-13-01', '08:15'],
    ['2027-02-31', '08:15'],
    ['2027-02-28', '99:99'],
    ['2027-02-28', ''],
  ] as const)
    expect(instantText(day, time, 'Africa/Nairobi')).toBe(`${day} ${time}`)
})
