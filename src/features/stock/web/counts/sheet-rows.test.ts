import { expect, test } from 'vitest'
import { readCount, type Line, lineOfCode, linesShown, type Sheet, type SheetPart, withLines } from './sheet-rows.ts'

const line = (id: number, more: Partial<Line> = {}): Line => ({
  id,
  item: 1,
  item_name: 'Amoxicillin 250 mg',
  item_code: 'AMX250',
  unit: 'capsule',
  batch: id,
  lot: `LOT${id}`,
  expires_on: null,
  unit_cost: '1.000000',
  state: 'usable',
  expected: 10,
  counted: null,
  counted_at: null,
  counted_by: null,
  counted_by_name: null,
  variance: null,
  variance_value: null,
  reason: '',
  ...more,
})
const lines = [
  line(1, { counted: 10, variance: 0 }),
  line(2, { counted: 8, variance: -2, variance_value: '-2.00' }),
  line(3),
  line(4, { item: 2, item_name: 'Zinc 20 mg', lot: '' }),
]

test.each([
  ['12', 12],
  [' 1 200 ', 1200],
  ['0', 0],
  ['', null],
  ['  ', null],
  ['1,200', 1200],
  ['-1', undefined],
  ['1.5', undefined],
  ['1.500', undefined],
  ['1,5', undefined],
  ['1e3', undefined],
  ['twelve', undefined],
  ['1000000', undefined],
])('%j is read as %j', (typed, wanted) => expect(readCount(typed)).toBe(wanted))

const ids = (part: SheetPart, q = '', unexplained: number[] = [], staying: number[] = []) =>
  linesShown(lines, { part, q, unexplained: new Set(unexplained), staying: new Set(staying) }).map(({ id }) => id)

test('a sheet is narrowed to what is open, what differs, and what is searched for', () => {
  expect(ids('all')).toEqual([1, 2, 3, 4])
  expect(ids('open')).toEqual([3, 4])
  expect(ids('open', '', [], [1])).toEqual([1, 3, 4])
  expect(ids('differs', '', [3])).toEqual([2, 3])
  expect(ids('all', 'amx lot2')).toEqual([2])
})

test('a scanned code leads to its lot, or to the first of the item that is open', () => {
  expect(lineOfCode(lines, { item: 1, lot: 'lot2' })?.id).toBe(2)
  expect(lineOfCode(lines, { item: 1, lot: null })?.id).toBe(3)
  expect(lineOfCode(lines, { item: 1, lot: 'OTHER' })).toBeUndefined()
  expect(lineOfCode(lines, { item: 9, lot: null })).toBeUndefined()
})

test('what was saved is counted at once', () => {
  const sheet = { sheet: lines, counted: 2, variances: 1, variance_value: '-2.00', lines: 4 } as Sheet
  expect(withLines(sheet, [{ ...lines[2]!, counted: 3, variance: -7, variance_value: '-7.00' }])).toMatchObject({
    counted: 3,
    variances: 2,
    variance_value: '-9.00',
  })
  expect(withLines({ ...sheet, variances: null }, [])).toMatchObject({ variances: null })
})
