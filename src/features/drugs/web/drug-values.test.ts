import { expect, test } from 'vitest'
import { bodyOf, emptyRow, valuesOf } from './drug-values.ts'

const syrup = {
  substances: ['amoxicillin', 'clavulanic acid'],
  strengths: [{ amount: 125, unit: 'mg' as const, per: { amount: 5, unit: 'ml' as const } }, null],
  form: 'liquid',
  route: 'PO' as const,
  divides: null,
  contents: { amount: 100, unit: 'ml' as const },
}

test('what is known of a drug goes into the boxes and comes back the same', () => {
  expect(bodyOf(valuesOf(syrup))).toEqual(syrup)
})

test('how far a tablet is divided goes into its box and comes back', () => {
  expect(bodyOf(valuesOf({ ...syrup, divides: 2 }))).toMatchObject({ divides: 2 })
})

test('a drug of which nothing is known begins with one empty row, which says nothing', () => {
  const values = valuesOf({ substances: [], strengths: [], form: null, route: null, divides: null, contents: null })
  expect(values.rows).toEqual([emptyRow])
  expect(bodyOf(values)).toEqual({ substances: [], strengths: [], form: null, route: null, divides: null, contents: null })
})

test('a strength per one is per one; amounts are read as people type them', () => {
  const row = { ...emptyRow, substance: 'salbutamol', amount: '0,5', unit: 'mg', per_unit: 'ml' }
  expect(bodyOf({ ...valuesOf(syrup), rows: [row] }).strengths).toEqual([{ amount: 0.5, unit: 'mg', per: { amount: 1, unit: 'ml' } }])
})
