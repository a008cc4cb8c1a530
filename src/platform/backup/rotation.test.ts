import { expect, test } from 'vitest'
import { walBetween } from './database-files.ts'
import { missingFrom } from './facts.ts'
import { backupName } from './folder.ts'
import { superfluous } from './rotation.ts'

const DAY = 86_400_000
const nightly = (days: number) => new Date(Date.UTC(2026, 10, 22, 2) - days * DAY)
const of = (at: Date, isVerified = true) => ({ name: backupName(at), isVerified })

test('of two years of nights, 7 days, 4 weeks and 12 months stay', () => {
  const nights = Array.from({ length: 730 }, (_, days) => of(nightly(days)))
  const gone = new Set(superfluous(nights))
  const kept = nights.filter(({ name }) => !gone.has(name)).map(({ name }) => name.slice(8, 16))
  // 22 November 2026 is a Sunday; the newest of each week is a Sunday, of each month its last day.
  expect(kept).toEqual([
    '20261122',
    '20261121',
    '20261120',
    '20261119',
    '20261118',
    '20261117',
    '20261116',
    '20261115',
    '20261108',
    '20261101',
    '20261031',
    '20260930',
    '20260831',
    '20260731',
    '20260630',
    '20260531',
    '20260430',
    '20260331',
    '20260228',
    '20260131',
    '20251231',
  ])
})

test('the last one that was verified stays, and what came since does not pile up', () => {
  const nights = Array.from({ length: 40 }, (_, days) => of(nightly(days), false))
  // The last seven, and the newest of each week and month.
  expect(superfluous(nights)).not.toContain(nights[6]!.name)
  expect(superfluous(nights).length).toBeGreaterThan(25)
  const one = nights.map((night, days) => ({ ...night, isVerified: days === 20 }))
  const gone = superfluous(one)
  expect(gone).not.toContain(one[20]!.name)
  for (const { name } of one.slice(0, 7)) expect(gone).not.toContain(name)
  expect(40 - gone.length).toBeLessThan(20)
})

test('a verified one stands for its day before a later one that is not', () => {
  const [early, late] = [of(nightly(1)), of(new Date(nightly(1).getTime() + 3_600_000), false)]
  expect(superfluous([early, late, of(nightly(0))])).toEqual([late.name])
})

test('the log between two places is named file by file', () => {
  const segment = 16 * 1024 * 1024
  const names = walBetween({ start: '0000000100000001000000FE', stop: '000000010000000200000001', segment })
  expect(names).toEqual(['0000000100000001000000FE', '0000000100000001000000FF', '000000010000000200000000', '000000010000000200000001'])
})

test('what shrank is named: only-growing tables, and sums of any length and sign', () => {
  const before = {
    tables: { patients: { rows: 10, only_grows: true }, sessions: { rows: 10, only_grows: false } },
    sums: { money: '12345678901234567890.10' },
  }
  expect(missingFrom(before, before)).toEqual([])
  const fewer = {
    tables: { patients: { rows: 9, only_grows: true }, sessions: { rows: 1, only_grows: false } },
    sums: { money: '12345678901234567890.09' },
  }
  expect(missingFrom(fewer, before)).toEqual([
    'patients has 9 rows of 10',
    'money is 12345678901234567890.09 and was 12345678901234567890.10',
  ])
  expect(missingFrom({ tables: {}, sums: {} }, before)[0]).toBe('the table patients is not there')
})
