import { expect, test } from 'vitest'
import { basketAfter, emptyBasket, emptyLine, firstIncomplete, mergeBaskets, type Basket, type BasketAction } from './basket.ts'

const amoxicillin = { ...emptyLine({ id: 1, name: 'Amoxicillin 500 mg', unit: 'capsule' }), directions: '1 cap tds 5/7' }
const paracetamol = { ...emptyLine({ id: 2, name: 'Paracetamol 500 mg', unit: 'tablet' }), directions: '2 tabs qds prn' }
const after = (...actions: BasketAction[]) => actions.reduce(basketAfter, emptyBasket)
const itemsOf = ({ lines }: Basket) => lines.map(({ item }) => item)

test('lines are added in the order in which they come', () => {
  expect(itemsOf(after({ kind: 'put', line: amoxicillin }, { kind: 'put', line: paracetamol }))).toEqual([1, 2])
})

test('a line replaces the one with its key, in its place', () => {
  const less = { ...amoxicillin, directions: '1 cap bd 5/7' }
  const { lines } = after({ kind: 'put', line: amoxicillin }, { kind: 'put', line: paracetamol }, { kind: 'put', line: less })
  expect(lines).toEqual([less, paracetamol])
})

test('a line is removed by its key; one that is not there is no matter', () => {
  const both = after({ kind: 'put', line: amoxicillin, isOpen: true }, { kind: 'put', line: paracetamol })
  expect(both.open).toBe(1)
  const one = basketAfter(both, { kind: 'remove', item: 1 })
  expect([itemsOf(one), one.open]).toEqual([[2], null])
  expect(basketAfter(one, { kind: 'remove', item: 7 })).toEqual(one)
})

test('all lines are cleared, with the reasons given for them', () => {
  const full = after({ kind: 'put', line: amoxicillin, isOpen: true }, { kind: 'reason', key: 'allergy', reason: 'Tolerated before' })
  expect(full.reasons).toEqual({ allergy: 'Tolerated before' })
  expect(basketAfter(full, { kind: 'clear' })).toEqual(emptyBasket)
})

test('an action leaves the basket before it as it was', () => {
  const before = after({ kind: 'put', line: amoxicillin })
  const copy = structuredClone(before)
  basketAfter(before, { kind: 'put', line: { ...amoxicillin, note: 'With water' } })
  basketAfter(before, { kind: 'clear' })
  expect(before).toEqual(copy)
})

test('a line without directions and without a quantity cannot be sent', () => {
  const bare = emptyLine({ id: 3, name: 'Gauze', unit: 'roll' })
  expect(firstIncomplete([amoxicillin, bare, paracetamol])).toEqual(bare)
  expect(firstIncomplete([amoxicillin, { ...bare, quantity: '2' }])).toBeNull()
})

test('two copies of a basket become one: what was sent elsewhere is gone, what is open and typed here stays', () => {
  const base = after({ kind: 'put', line: amoxicillin }, { kind: 'put', line: paracetamol })
  const typed = { ...paracetamol, directions: '1 tab prn' }
  const mine = basketAfter(base, { kind: 'put', line: typed, isOpen: true })
  const theirs = after({ kind: 'put', line: { ...paracetamol, quantity: '20' } }, { kind: 'reason', key: 'allergy', reason: 'Tolerated' })
  expect(mergeBaskets({ base, mine, theirs })).toEqual({ lines: [typed], open: 2, reasons: { allergy: 'Tolerated' } })
  expect(mergeBaskets({ base, mine: base, theirs: emptyBasket })).toEqual(emptyBasket)
})
