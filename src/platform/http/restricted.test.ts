import { expect, test } from 'vitest'
import { withoutLinesOf } from './restricted.ts'

test('a list is without the lines that name a hidden patient, by id or by who it is, wherever they stand in it', () => {
  const open = [
    { patient: 2 },
    { patient: { id: 3 } },
    { patient: null, id: 1 },
    { id: 1, unique_id: 'P-1' },
    { at: new Date(0), by: 'patient' },
  ]
  const shut = [{ patient: 1 }, { patient_id: 1 }, { patient: { id: 1, name: 'Kept' } }, { lines: [{ patient: 1 }] }]
  expect(withoutLinesOf(new Set([1]), [...open, ...shut])).toEqual(open)
  expect(withoutLinesOf(new Set([1]), { rows: [...shut, ...open], next: null })).toEqual({ rows: open, next: null })
})
