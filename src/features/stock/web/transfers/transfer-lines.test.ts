import { expect, test } from 'vitest'
import type { Found } from '../lines/line-types.ts'
import { countArrived, arriveRow, sendLine, sendRow, tooMuch, type ArriveLine } from './transfer-lines.ts'

const card = {
  id: 4,
  name: 'Gauze',
  item_code: 'SUP-04',
  units_of_measure: 'piece',
  batches: [
    { id: 8, lot: 'G1' },
    { id: 9, lot: 'G2' },
  ],
} as unknown as Found['card']
const found: Found = { card, pack: { id: 2, name: 'Roll', units: 10 }, lot: null, expires_on: null, quantity: null, isScanned: true }

test('a scan sends one pack, of the lot that was scanned; a name waits for the quantity', () => {
  expect(sendRow(sendLine(found, 'k'))).toEqual({ item: 4, pack: 2, quantity: 1, batch: null })
  expect(sendRow(sendLine({ ...found, lot: 'g2', quantity: 6 }, 'k'))).toMatchObject({ quantity: 6, batch: 9 })
  expect(sendLine({ ...found, isScanned: false }, 'k').quantity).toBe('')
})

const line: ArriveLine = {
  key: '1',
  id: 1,
  item: 4,
  name: 'Gauze',
  unit: 'piece',
  lot: 'G1',
  expires_on: null,
  sent: 20,
  returned: '',
  lost: '',
}

test('what is neither returned nor lost arrived', () => {
  expect(countArrived(line)).toBe(20)
  expect(countArrived({ ...line, returned: '5', lost: '1' })).toBe(14)
  expect(countArrived({ ...line, returned: '0', lost: '20' })).toBe(0)
  expect(countArrived({ ...line, lost: '21' })).toBeNull()
  expect(countArrived({ ...line, lost: 'some' })).toBeNull()
})

test('the box that says more than was sent is named', () => {
  expect(tooMuch({ ...line, returned: '5', lost: '15' })).toBeNull()
  expect(tooMuch({ ...line, lost: '999999999' })).toBe('lost')
  expect(tooMuch({ ...line, returned: '21' })).toBe('returned')
  expect(tooMuch({ ...line, returned: '6', lost: '15' })).toBe('lost')
  expect(tooMuch({ ...line, lost: '1.5' })).toBeNull()
  expect(arriveRow({ ...line, lost: '1.5' })).toEqual({ id: 1, returned: 0, lost: Number.NaN })
})

test('only what did not arrive whole is said', () => {
  expect(arriveRow(line)).toBeNull()
  expect(arriveRow({ ...line, lost: '2' })).toEqual({ id: 1, received: 18, returned: 0, lost: 2 })
})
