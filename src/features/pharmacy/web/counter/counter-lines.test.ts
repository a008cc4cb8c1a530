import { expect, test } from 'vitest'
import {
  afterScan,
  batchesFor,
  coveredQuantity,
  isOutOfOrder,
  lineBody,
  lineOfItem,
  owedAfter,
  stillFitting,
  unitsOf,
} from './counter-lines.ts'
import type { OtherItem } from './counter-lines.ts'
import type { CounterLine } from './counter-types.ts'

const batch = (id: number, quantity: number) => ({ batch: id, lot: `L${id}`, expires_on: null, quantity, ends_too_soon: false })
const lineWith = (change: Partial<CounterLine> = {}) =>
  ({
    id: 7,
    item: 3,
    item_name: 'Amoxicillin 500 mg capsule',
    unit: 'capsule',
    cancelled_at: null,
    refused_at: null,
    is_dispensed: false,
    units_left: 60,
    on_hand: 65,
    batches: [batch(1, 40), batch(2, 25)],
    unit_price: '12.00',
    ...change,
  }) as CounterLine
const other: OtherItem = {
  item: 9,
  name: 'Amoxicillin 250 mg capsule',
  unit: 'capsule',
  reason: 'Not on the shelf',
  units: 120,
  covers: '60',
  directions: '2 caps tds 10/7',
  is_alike: false,
  on_hand: 200,
  batches: [batch(5, 200)],
  unit_price: '7.00',
}

test('all that is left is proposed, or what is on the shelf; what is typed counts, and what is no quantity is none', () => {
  expect(unitsOf(lineWith())).toBe(60)
  expect(unitsOf(lineWith({ on_hand: 12 }))).toBe(12)
  expect(unitsOf(lineWith({ on_hand: null }))).toBe(60)
  expect(['30', '', ' 0 ', '61', '1.5', '-3', 'x'].map((units) => unitsOf(lineWith(), { units }))).toEqual([
    30,
    0,
    0,
    null,
    null,
    null,
    null,
  ])
  expect(owedAfter(lineWith(), {}, 50)).toBe(10)
  expect(lineBody(lineWith(), { units: '0' })).toBeNull()
  expect(lineBody(lineWith(), { units: '61' })).toBeNull()
  expect(lineBody(lineWith())).toEqual({ line: 7, units: 60 })
})

test('batches: what was chosen as far as it reaches, then what expires first; named only when that is another order', () => {
  const shelf = lineWith().batches
  expect(batchesFor(shelf, 60)).toEqual([
    { batch: 1, units: 40 },
    { batch: 2, units: 20 },
  ])
  expect(batchesFor(shelf, 60, [{ batch: 2, units: 60 }])).toEqual([
    { batch: 2, units: 25 },
    { batch: 1, units: 35 },
  ])
  expect(batchesFor(shelf, 10, [{ batch: 2, units: 25 }])).toEqual([{ batch: 2, units: 10 }])
  expect(batchesFor(shelf, 20, [{ batch: 2, units: 5 }])).toEqual([{ batch: 2, units: 20 }])
  expect(isOutOfOrder(shelf, batchesFor(shelf, 60))).toBe(false)
  const chosen = { batches: [{ batch: 2, units: 25 }], batch_reason: 'Pack in hand' }
  expect(lineBody(lineWith(), { ...chosen, units: '10' })).toEqual({
    line: 7,
    units: 10,
    batches: [{ batch: 2, units: 10 }],
    batch_reason: 'Pack in hand',
  })
  // All of the shelf is all of it, in whatever order.
  expect(lineBody(lineWith({ units_left: 65 }), chosen)).toEqual({ line: 7, units: 65 })
})

test('a scanned lot goes first with its reason; one that is first anyway, or not on the shelf, only marks the line', () => {
  const scan = { code: '010950600013435210L2', reason: 'Pack in hand' }
  const second = afterScan(lineWith({ units_left: 20 }), {}, { ...scan, batches: [2] })
  expect(second).toEqual({ scanned: scan.code, batches: [{ batch: 2, units: 20 }], batch_reason: 'Pack in hand' })
  expect(afterScan(lineWith({ units_left: 20 }), {}, { ...scan, batches: [1] })).toEqual({ scanned: scan.code })
  expect(afterScan(lineWith(), {}, { ...scan, batches: [99] })).toEqual({ scanned: scan.code })
})

test('another item is handed out in its own units and covers its share of the line', () => {
  expect(unitsOf(lineWith(), { other })).toBe(120)
  expect(coveredQuantity({ other }, 60)).toBe('30')
  expect(coveredQuantity({ other: { ...other, is_alike: true } }, 60)).toBeUndefined()
  expect(owedAfter(lineWith(), { other }, 60)).toBe(30)
  expect(lineBody(lineWith(), { other, units: '60' })).toEqual({
    line: 7,
    units: 60,
    item: 9,
    substitution_reason: 'Not on the shelf',
    covers: '30',
    directions: '2 caps tds 10/7',
  })
})

test('a pack finds the open line of its item, one that was not scanned first; what was typed of closed lines is forgotten', () => {
  const [first, second] = [lineWith({ id: 1 }), lineWith({ id: 2 })]
  const gone = lineWith({ id: 3, is_dispensed: true, units_left: 0 })
  expect(lineOfItem([gone, first, second], { 1: { scanned: 'x' } }, 3)?.id).toBe(2)
  expect(lineOfItem([gone], {}, 3)).toBeUndefined()
  expect(lineOfItem([first], { 1: { other } }, 9)?.id).toBe(1)
  expect(lineOfItem([first], { 1: { other } }, 3)).toBeUndefined()
  expect(stillFitting([gone, first], { 1: { units: '5' }, 3: { units: '6' }, 4: { units: '7' } })).toEqual({ 1: { units: '5' } })
})

test('what was typed of a line falls away once another counter handed some of it out', () => {
  const line = lineWith({ id: 1, units_left: 4 })
  expect(stillFitting([line], { 1: { units: '3', left: 7 } })).toEqual({})
  expect(stillFitting([line], { 1: { units: '3', left: 4 } })).toEqual({ 1: { units: '3', left: 4 } })
})
