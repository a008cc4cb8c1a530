import { expect, test } from 'vitest'
import { creditable } from '#features/billing/rules.ts'
import { pieceFor, previewOf } from './credit-rules.ts'

const line = {
  id: 1,
  item_name: 'Dressing',
  status: 'billed' as const,
  quantity: '4.000',
  item_amount: '400.00',
  tax: '0.00',
  credited: '0.00',
  insurer_amount: '300.00',
  patient_amount: '100.00',
  waiver: '0.00',
}

test('a line gives back what is left of it, in the parts in which it was borne', () => {
  const [whole] = creditable([line], [])
  expect(whole && pieceFor(whole, { id: 1, by: 'all', value: '' })).toMatchObject({ total: 400_00, insurer: 300_00, patient: 100_00 })
  expect(whole && pieceFor(whole, { id: 1, by: 'quantity', value: '1' })).toMatchObject({ total: 100_00, insurer: 75_00, patient: 25_00 })
  expect(whole && pieceFor(whole, { id: 1, by: 'amount', value: '40' })).toMatchObject({ total: 40_00, insurer: 30_00, patient: 10_00 })
})

test('what was credited before is not there any more', () => {
  const [rest] = creditable([{ ...line, credited: '100.00' }], [{ items: [{ invoice_item: 1, quantity: '1.000' }] }])
  expect(rest?.left).toMatchObject({ quantity: 3000, total: 300_00, insurer: 225_00, patient: 75_00 })
  expect(creditable([{ ...line, credited: '400.00' }], [])).toEqual([])
})

test('a line that was billed at nothing is credited by its quantity, once', () => {
  const free = { ...line, item_amount: '0.00', insurer_amount: '0.00', patient_amount: '0.00' }
  const [whole] = creditable([free], [])
  expect(whole && pieceFor(whole, { id: 1, by: 'all', value: '' })).toMatchObject({ quantity: 4000, total: 0 })
  expect(whole && pieceFor(whole, { id: 1, by: 'quantity', value: '1' })).toMatchObject({ quantity: 1000, total: 0 })
  const notes = [{ items: [{ invoice_item: 1, quantity: '1.000' }] }]
  expect(creditable([free], notes)[0]?.left).toMatchObject({ quantity: 3000, total: 0 })
  expect(creditable([{ ...free, status: 'credited' }], notes)).toEqual([])
})

test.each([
  ['quantity', '5'],
  ['quantity', '0'],
  ['quantity', 'x'],
  ['amount', '400.01'],
  ['amount', ''],
] as const)('more than is left, or nothing, cannot be credited: %s %s', (by, value) => {
  const [whole] = creditable([line], [])
  expect(whole && pieceFor(whole, { id: 1, by, value })).toBeNull()
})

test('what the patient has not paid yet comes off the bill, the rest goes back', () => {
  const piece = { quantity: 1000, total: 100_00, tax: 0, patient: 100_00, insurer: 0, waiver: 0 }
  expect(previewOf([piece], { patient_balance: '30.00' })).toMatchObject({ patient: 100_00, back: 70_00 })
  expect(previewOf([piece], { patient_balance: '0.00' }).back).toBe(100_00)
  expect(previewOf([piece], { patient_balance: '500.00' }).back).toBe(0)
})
