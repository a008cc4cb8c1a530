import { expect, test } from 'vitest'
import { isUnits, returnables, sumsOf, typedUnits } from './return-sums.ts'
import { priceOfPack } from './sale/sale-lines.ts'

const batch = (id: number, units: number, returned = 0) => ({ batch: id, lot: `L${id}`, expires_on: '2027-03-31', units, returned })
const item = {
  id: 7,
  line: 3,
  item: 1,
  item_name: 'Amoxicillin 500 mg',
  unit: 'capsule',
  units: 20,
  covers: '20.000',
  prescribed_item_name: null,
  substitution_reason: '',
  batch_reason: '',
  is_scanned: false,
  words: '',
  returned: 5,
  batches: [batch(1, 5, 5), batch(2, 15)],
}
const charge = {
  id: 11,
  item_name: 'Amoxicillin 500 mg',
  status: 'billed' as const,
  quantity: '20.000',
  item_amount: '200.00',
  tax: '0.00',
  credited: '50.00',
  insurer_amount: '160.00',
  patient_amount: '40.00',
  waiver: '0.00',
  order_kind: 'prescription' as const,
  order: 3,
}
const notes = [{ items: [{ invoice_item: 11, quantity: '5.000' }] }]

test('what is still with the patient may come back, batch by batch', () => {
  expect(returnables([item, { ...item, id: 8, batches: [] }]).map(({ key, left }) => [key, left])).toEqual([
    ['7-2', 15],
    ['8', 15],
  ])
  expect(['', '0', '16', '1.5', '-1', 'x'].map(isUnits)).toEqual([true, true, true, false, false, false])
  expect(['', '0', '15', '16', '1.5', 'x'].map((typed) => typedUnits(typed, 15))).toEqual([0, 0, 15, null, null, null])
})

test('what was paid goes back, what is owed comes off, the insurer keeps theirs', () => {
  const wanted = new Map([[7, 5]])
  expect(sumsOf({ lines: [charge], notes, patient_balance: '0.00' }, [item], wanted)).toEqual({ back: 1000, owed: 0, insurer: 4000 })
  expect(sumsOf({ lines: [charge], notes, patient_balance: '4.00' }, [item], wanted)).toEqual({ back: 600, owed: 400, insurer: 4000 })
  const own = { ...charge, order_kind: 'dispense' as const, order: 7, insurer_amount: '0.00', patient_amount: '200.00' }
  expect(sumsOf({ lines: [own], notes, patient_balance: '0.00' }, [{ ...item, line: null, covers: null }], wanted).back).toBe(5000)
  expect(sumsOf({ lines: [], notes, patient_balance: '0.00' }, [item], wanted)).toEqual({ back: 0, owed: 0, insurer: 0 })
})

test('a line that is counted in packs shows what a pack costs', () => {
  expect(priceOfPack('2.50', { pack_units: 100 })).toBe('250.00')
  expect(priceOfPack('0.07', { pack_units: 30 })).toBe('2.10')
  expect(priceOfPack('2.50', { pack_units: 1 })).toBe('2.50')
})
