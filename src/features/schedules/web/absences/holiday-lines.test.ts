import { expect, test } from 'vitest'
import { readHolidays } from './holiday-lines.ts'

test.each([
  ['2026-12-25 Christmas Day', '2026-12-25', 'Christmas Day'],
  ['25/12/2026\tChristmas Day', '2026-12-25', 'Christmas Day'],
  ['25.12.26; Christmas', '2026-12-25', 'Christmas'],
  ['25 Dec 2026, Christmas', '2026-12-25', 'Christmas'],
  ['25 December 2026 – Noël', '2026-12-25', 'Noël'],
  ['Christmas Day, 2026-12-25', '2026-12-25', 'Christmas Day'],
  ['Eid 2 20/03/2026', '2026-03-20', 'Eid 2'],
])('%s is a holiday', (text, day, name) => expect(readHolidays(text)).toEqual([{ line: 1, text, holiday: { day, name } }]))

test('lines that are not understood are named; empty ones do not count', () => {
  expect(readHolidays('2026-12-25 Christmas\n\n  Easter some day\n2026-02-30 Nowhere\n2026-01-01')).toEqual([
    { line: 1, text: '2026-12-25 Christmas', holiday: { day: '2026-12-25', name: 'Christmas' } },
    { line: 3, text: 'Easter some day', holiday: null },
    { line: 4, text: '2026-02-30 Nowhere', holiday: null },
    { line: 5, text: '2026-01-01', holiday: null },
  ])
})
