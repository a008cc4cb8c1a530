import { expect, test } from 'vitest'
import { addDays, daysBetween } from '#shared/zoned.ts'
import {
  allowedDifference,
  earliestScan,
  eddByPeriod,
  eddByScan,
  eddByTransfer,
  gestationDays,
  gestationText,
  isSuboptimallyDated,
  suggestDating,
} from './dating.ts'

const days = (weeks: number, more = 0) => weeks * 7 + more

test('days are counted over leap years, ends of years and changes of the clock', () => {
  expect(addDays('2028-02-28', 2)).toBe('2028-03-01')
  expect(addDays('2027-02-28', 1)).toBe('2027-03-01')
  expect(addDays('2027-12-31', 1)).toBe('2028-01-01')
  expect(daysBetween('2028-03-25', '2028-03-27')).toBe(2)
  expect(daysBetween('2028-03-27', '2028-03-25')).toBe(-2)
})

test('the due date is 280 days after the last period, and a transfer counts from the age of the embryo', () => {
  expect(eddByPeriod('2028-01-01')).toBe('2028-10-07')
  expect(eddByScan({ on: '2028-03-04', days: days(9) })).toBe(addDays('2028-01-01', 280))
  expect(daysBetween('2028-01-01', eddByTransfer({ on: '2028-01-01', days: 5 }))).toBe(261)
  expect(daysBetween('2028-01-01', eddByTransfer({ on: '2028-01-01', days: 3 }))).toBe(263)
})

test.each([
  ['2028-01-01', 0, '0w 0d'],
  ['2028-03-28', 87, '12w 3d'],
  ['2028-10-07', 280, '40w 0d'],
  ['2028-11-04', 308, '44w 0d'],
])('on %s a pregnancy from 1 Jan 2028 is %i days old: %s', (day, count, text) => {
  expect(gestationDays(eddByPeriod('2028-01-01'), day)).toBe(count)
  expect(gestationText(count)).toBe(text)
})

// ACOG Committee Opinion 700 (2017), table 1: both borders of each row.
const borders = [
  [days(4), 5],
  [days(8, 6), 5],
  [days(9), 7],
  [days(15, 6), 7],
  [days(16), 10],
  [days(21, 6), 10],
  [days(22), 14],
  [days(27, 6), 14],
  [days(28), 21],
  [days(40), 21],
] as const

test.each(borders)('at %i days by the last period a scan may differ by %i days', (daysByPeriod, most) => {
  expect(allowedDifference(daysByPeriod)).toBe(most)
  const lmp = '2028-01-01'
  const on = addDays(lmp, daysByPeriod)
  const suggested = (difference: number) =>
    suggestDating({ lmp, lmp_is_certain: true, scan: { on, days: daysByPeriod + difference }, transfer: null })
  for (const difference of [-most, 0, most]) expect(suggested(difference)).toEqual({ dated_by: 'last period', edd: eddByPeriod(lmp) })
  for (const difference of [-most - 1, most + 1])
    expect(suggested(difference)).toEqual({ dated_by: 'scan', edd: eddByScan({ on, days: daysByPeriod + difference }) })
})

test('nothing dates nothing; one of both dates alone; an uncertain period gives way to a scan; a transfer always dates', () => {
  const none = { lmp: null, lmp_is_certain: null, scan: null, transfer: null }
  const scan = { on: '2028-03-04', days: days(9, 1) }
  expect(suggestDating(none)).toBeNull()
  expect(suggestDating({ ...none, scan })).toEqual({ dated_by: 'scan', edd: eddByScan(scan) })
  expect(suggestDating({ ...none, lmp: '2028-01-01' })).toEqual({ dated_by: 'last period', edd: '2028-10-07' })
  expect(suggestDating({ ...none, lmp: '2028-01-01', lmp_is_certain: false })?.dated_by).toBe('last period')
  expect(suggestDating({ ...none, lmp: '2028-01-01', lmp_is_certain: false, scan })?.dated_by).toBe('scan')
  expect(suggestDating({ ...none, lmp: '2028-01-01', lmp_is_certain: null, scan })?.dated_by).toBe('last period')
  expect(suggestDating({ lmp: '2028-01-01', lmp_is_certain: true, scan, transfer: { on: '2028-01-20', days: 5 } })).toEqual({
    dated_by: 'ivf',
    edd: addDays('2028-01-20', 261),
  })
})

test('of two scans the earlier one dates', () => {
  const [early, late] = [
    { on: '2028-03-04', days: 63 },
    { on: '2028-06-04', days: 150 },
  ]
  expect(earliestScan(early, late)).toBe(early)
  expect(earliestScan(late, early)).toBe(early)
  expect(earliestScan(null, late)).toBe(late)
  expect(earliestScan(early, null)).toBe(early)
  expect(earliestScan(null, null)).toBeNull()
})

const scanAt = (count: number) => ({ scan: { on: addDays('2028-01-01', count), days: count }, transfer: null })

test('without a scan before 22w0d or a transfer the dating is suboptimal', () => {
  const edd = eddByPeriod('2028-01-01')
  expect(isSuboptimallyDated(edd, scanAt(days(21, 6)))).toBe(false)
  expect(isSuboptimallyDated(edd, scanAt(days(22)))).toBe(true)
  expect(isSuboptimallyDated(edd, { scan: null, transfer: null })).toBe(true)
  expect(isSuboptimallyDated(edd, { scan: null, transfer: { on: '2028-01-20', days: 5 } })).toBe(false)
  expect(isSuboptimallyDated(null, { scan: null, transfer: null })).toBe(false)
})
