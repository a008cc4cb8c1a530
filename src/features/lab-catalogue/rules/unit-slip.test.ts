import { expect, test } from 'vitest'
import { unitSlipOf } from './unit-slip.ts'

const ADULT = 12_000
const of = (loinc: string, unit: string, value: string, ageDays: number | null = ADULT) =>
  unitSlipOf({ loinc, unit, value, ageDays })?.meant ?? null

test.each([
  ['718-7', 'g/L', '6.8', ADULT, null],
  ['718-7', 'g/L', '6.9', ADULT, 69],
  ['718-7', 'g/L', '12.4', ADULT, 124],
  ['718-7', 'g/L', '20.8', ADULT, 208],
  ['718-7', 'g/L', '20.9', ADULT, null],
  ['718-7', 'g/L', '69', ADULT, null],
  ['14749-6', 'mmol/L', '44.9', ADULT, null],
  ['14749-6', 'mmol/L', '45', ADULT, 2.5],
  ['14749-6', 'mmol/L', '90', ADULT, 5],
  ['14749-6', 'mmol/L', '1.2', ADULT, null],
  ['14771-0', 'mmol/L', '34.9', 1000, null],
  ['14771-0', 'mmol/L', '35', 1000, 1.9],
  ['14749-6', 'mmol/L', '20', 10, 1.1],
] as const)('%s in %s: %s at %i days', (loinc, unit, value, days, meant) => expect(of(loinc, unit, value, days)?.value ?? null).toBe(meant))

test('another test, another unit and words are not asked about', () => {
  expect(of('718-7', 'g/dL', '12.4')).toBeNull()
  expect(of('2951-2', 'mmol/L', '14')).toBeNull()
  expect(unitSlipOf({ loinc: '718-7', unit: 'g/L', value: null, ageDays: 1 })).toBeNull()
  expect(unitSlipOf({ loinc: null, unit: 'g/L', value: '12', ageDays: 1 })).toBeNull()
})
