import { expect, test } from 'vitest'
import { bodyOf, emptyRow, valuesOf } from './drug-values.ts'

const syrup = {
  substances: ['amoxicillin', 'clavulanic acid'],
  strengths: [{ amount: 125, unit: 'mg' as const, per: { amount: 5, unit: 'ml' as const } }, null],
  form: 'liquid',
  route: 'PO' as const,
}

test('what is known of a drug goes into the boxes and comes back the same', () => {
  expect(bodyOf(valuesOf(syrup))).toEqual(syrup)
})

test('a drug of which nothing is known begins with one empty row, which says nothing', () => {
  const values = valuesOf({ substances: [], strengths: [], form: null, route: null })
  expect(values.rows).toEqual([emptyRow])
  expect(bodyOf(values)).toEqual({ substances: [], strengths: [], form: null, route: null })
})

test('a strength per one is per one; amounts are read as people type them', () => {
  const row = { ...emptyRow, substance: 'salbutamol', amount: '0,5', unit: 'mg', per_unit: 'ml' }
  expect(bodyOf({ rows: [row], form: '', route: '' }).strengths).toEqual([{ amount: 0.5, unit: 'mg', per: { amount: 1, unit: 'ml' } }])
})
