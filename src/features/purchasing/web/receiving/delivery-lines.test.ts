import type { Found } from '#features/stock/web/lines-field.tsx'
import { expect, test } from 'vitest'
import { isComing, missingPacks, nextBox, remarksOf, sentPlaces, takeFound, withAnotherLot, type DeliveryLine } from './delivery-lines.ts'

const line = (change: Partial<DeliveryLine> = {}): DeliveryLine => ({
  key: 'a',
  item: 1,
  name: 'Amoxicillin 500 mg',
  unit: 'capsule',
  needs_lot: true,
  needs_expiry: true,
  order_item: 7,
  pack: 3,
  pack_name: 'Box of 100',
  pack_units: 100,
  open_units: 1000,
  ordered_price: '250.00',
  quantity: '',
  free: '',
  damaged: '',
  lot: '',
  expiry: '',
  price: '250.00',
  sale_price: '',
  scans: 0,
  ...change,
})
const card = {
  id: 1,
  name: 'Amoxicillin 500 mg',
  item_code: 'DRG-02',
  units_of_measure: 'capsule',
  needs_lot: true,
  needs_expiry: true,
  last_cost: '2.512345',
} as Found['card']
const scanned: Found = {
  card,
  pack: { id: 3, name: 'Box', units: 100 },
  lot: 'B12',
  expires_on: '2027-03-31',
  quantity: null,
  isScanned: true,
}
const TODAY = '2026-11-21'

test('a line that nothing was typed on is not part of the delivery', () => {
  expect(isComing(line())).toBe(false)
  expect(isComing(line({ free: '1' }))).toBe(true)
  const lines = [line(), line({ key: 'b', quantity: '2' }), line({ key: 'c' }), line({ key: 'd', quantity: 'x' })]
  expect(Object.fromEntries(sentPlaces(lines))).toEqual({ b: 0, d: 1 })
})

test('two lots of a line of the order are held against it together, and said at the last', () => {
  const lines = [line({ quantity: '6' }), line({ key: 'b', quantity: '5' })]
  expect(remarksOf(lines, lines[0]!, TODAY)).toEqual([])
  expect(remarksOf(lines, lines[1]!, TODAY)).toEqual([{ kind: 'over', came: 1100, open: 1000 }])
  const short = [line({ quantity: '6' })]
  expect(remarksOf(short, short[0]!, TODAY)).toEqual([{ kind: 'short', units: 400 }])
  expect(missingPacks(lines, line({ key: 'c' }))).toBe(1)
  expect(missingPacks(short, line({ key: 'c' }))).toBe(4)
})

test('another price and a near expiry are remarked on', () => {
  const one = line({ quantity: '10', price: '275', expiry: '0327' })
  expect(remarksOf([one], one, TODAY)).toEqual([
    { kind: 'dearer', was: '250.00', percent: 10 },
    { kind: 'soon', day: '2027-03-31' },
  ])
  const old = line({ quantity: '10', expiry: '10/26' })
  expect(remarksOf([old], old, TODAY)).toEqual([{ kind: 'expired', day: '2026-10-31' }])
})

test('Enter leads to what is still wanted: quantity, lot, expiry, price', () => {
  expect(nextBox(line())).toBe('quantity')
  expect(nextBox(line({ quantity: '2' }), 'quantity')).toBe('lot')
  expect(nextBox(line({ quantity: '2', lot: 'B1' }), 'lot')).toBe('expiry')
  expect(nextBox(line({ quantity: '2', lot: 'B1', expiry: '13/27' }), 'lot')).toBe('expiry')
  expect(nextBox(line({ quantity: '2', lot: 'B1', expiry: '0327' }), 'quantity')).toBeNull()
  expect(nextBox(line({ quantity: '2', needs_lot: false, needs_expiry: false }), 'quantity')).toBeNull()
})

test('a scan fills in lot and expiry; the same code again is one pack more', () => {
  const first = takeFound([line()], scanned, 'new')
  expect(first).toMatchObject({ key: 'a', box: 'quantity' })
  expect(first.lines[0]).toMatchObject({ lot: 'B12', expiry: '31.03.2027', quantity: '' })
  const second = takeFound(first.lines, scanned, 'new')
  expect(second.lines).toHaveLength(1)
  expect(second.lines[0]?.quantity).toBe('2')
  expect(takeFound(second.lines, scanned, 'new').lines[0]?.quantity).toBe('3')
})

test('another lot of the same item is a line of its own', () => {
  const lines = [line({ quantity: '4', lot: 'B11', expiry: '2027-01-31' }), line({ key: 'z', item: 2 })]
  const { lines: after, key } = takeFound(lines, scanned, 'new')
  expect(key).toBe('new')
  expect(after.map((one) => [one.key, one.lot, one.order_item])).toEqual([
    ['a', 'B11', 7],
    ['new', 'B12', 7],
    ['z', '', 7],
  ])
})

test('the code of another pack counts nothing; a code that says how many does', () => {
  const counted = takeFound([line({ quantity: '4', lot: 'B12' })], { ...scanned, pack: null }, 'new')
  expect(counted.lines[0]?.quantity).toBe('4')
  expect(takeFound([line()], { ...scanned, quantity: 12 }, 'new').lines[0]?.quantity).toBe('12')
})

test('what nobody ordered is a line at the end, at what it cost last', () => {
  const { lines, key } = takeFound([line()], { ...scanned, card: { ...card, id: 9 } }, 'new')
  expect(key).toBe('new')
  expect(lines[1]).toMatchObject({ item: 9, order_item: null, price: '251.23', lot: 'B12', quantity: '' })
  expect(withAnotherLot([line({ quantity: '4', lot: 'X' })], 0, 'n')[1]).toMatchObject({ key: 'n', quantity: '', lot: '' })
})
