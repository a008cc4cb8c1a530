import { expect, test } from 'vitest'
import { signedLines, sortWaiting } from './approve-rules.ts'
import type { WorkRow } from './work-types.ts'

const ME = 7
const aRow = (patient_name: string, cells: readonly object[]): WorkRow =>
  ({
    patient_name,
    sample_code: `S-${patient_name}`,
    cells: cells.map((cell, id) => ({
      id,
      version: 1,
      test_panel: 1,
      state: 'entered',
      result: '5.1',
      flag: 'normal',
      is_delta_exceeded: false,
      origin: 'manual',
      entered_by: 1,
      has_range: true,
      instrument_comment: '',
      instrument_flags: '',
      ...cell,
    })),
  }) as unknown as WorkRow

const panels = new Map([
  [1, { code: 'K', unit: 'mmol/L' }],
  [2, { code: 'MRDT', unit: null }],
])

test('what is signed together is listed with patient, sample and result, without the own ones', () => {
  const rows = [aRow('Amani', [{}, { test_panel: 2, result: 'Negative' }]), aRow('Baraka', [{ entered_by: ME }])]
  const { plain } = sortWaiting(rows, ME, true)
  expect(signedLines(plain, panels)).toEqual(['Amani · S-Amani: K 5.1 mmol/L, MRDT Negative'])
})

test('of those that are looked at one by one the critical ones come first', () => {
  const rows = [aRow('Amani', [{ flag: 'high' }]), aRow('Baraka', [{}]), aRow('Chema', [{ flag: 'critical high' }])]
  const { plain, others } = sortWaiting(rows, ME, true)
  expect(others.map(({ row }) => row.patient_name)).toEqual(['Chema', 'Amani'])
  expect(plain.map(({ row }) => row.patient_name)).toEqual(['Baraka'])
})
