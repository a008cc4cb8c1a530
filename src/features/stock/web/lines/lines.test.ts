import { describe, expect, test, vi } from 'vitest'
import { changeLanguage, provide } from '#web/i18n.ts'
import { errorsByLine, keptErrors } from './line-errors.ts'
import { readCount, countOrNone, packsFor, priceOf, sentCount, readWhole } from './line-numbers.ts'
import type { Card, Found } from './line-types.ts'
import { takeByItem } from './take-line.ts'

test.each([
  ['12', 12],
  [' 1,200 ', 1200],
  ['1 200', 1200],
  ['0', null],
  ['-3', null],
  ['1.5', null],
  ['1,5', null],
  ['1.500', null],
  ['1,5000', null],
  ['1,,200', null],
  ['12 3', null],
  ['1’200', 1200],
  ['1000000', null],
  ['ten', null],
  ['', null],
])('%j packs are %j', (typed, count) => expect(readCount(typed)).toBe(count))

test('what is too much is sent as it was typed, for the contract to refuse', () => {
  expect([sentCount('1000000000'), sentCount('0'), sentCount('ten')]).toEqual([1_000_000_000, 0, Number.NaN])
})

test('a comma groups thousands only where the language does it', async () => {
  expect([readWhole('0'), readWhole('1,500'), readWhole('1,234,567')]).toEqual([0, 1500, 1_234_567])
  vi.stubGlobal('document', { documentElement: {} })
  provide('fr', {})
  await changeLanguage('fr')
  expect(['1,500', '1.500', '1 500', '1\u202F500'].map(readWhole)).toEqual([null, null, 1500, 1500])
  await changeLanguage('en')
  vi.unstubAllGlobals()
})

test.each([
  ['12', '12'],
  ['1,200.50', '1200.50'],
  ['12,50', '12.50'],
  ['1.234', null],
  ['-1', null],
  ['', null],
])('a price of %j is %j', (typed, price) => expect(priceOf(typed)).toBe(price))

test('enough packs are asked for, and at least one', () => {
  expect([packsFor(101, 100), packsFor(100, 100), packsFor(0, 100)]).toEqual([2, 1, 1])
})

const lineOf = ({ card: { id, name, units_of_measure }, pack }: Found) => ({
  key: `i${id}`,
  item: id,
  name,
  unit: units_of_measure,
  pack: pack?.id ?? null,
  pack_units: pack?.units ?? 1,
  quantity: '1',
})

describe('taking in what was found', () => {
  const card = { id: 7, name: 'Gauze', units_of_measure: 'piece' } as Card
  const found = (more: Partial<Found> = {}): Found => ({
    card,
    pack: null,
    lot: null,
    expires_on: null,
    quantity: null,
    isScanned: false,
    ...more,
  })
  const take = takeByItem(lineOf)
  const box = { id: 3, name: 'Box', units: 10 }

  test('a name makes a line and asks for its quantity; a scan leaves the cursor where it is', () => {
    expect(take([], found())).toMatchObject({ key: 'i7', box: 'quantity', lines: [{ item: 7, quantity: '1' }] })
    expect(take([], found({ isScanned: true, pack: box }))).toMatchObject({ box: null, lines: [{ pack: 3, quantity: '1' }] })
  })
  test('an item that is there is gone to by its name, and gets a pack more by a scan', () => {
    const lines = [lineOf(found({ pack: box }))]
    expect(take(lines, found())).toEqual({ lines, key: 'i7', box: 'quantity' })
    expect(take(lines, found({ isScanned: true, pack: box, quantity: 2 })).lines).toMatchObject([{ quantity: '3' }])
  })
  test('a scanned box counts its units where single units are asked for, and a single unit is no box', () => {
    const single = take([lineOf(found())], found({ isScanned: true, pack: box }))
    expect(single.lines).toMatchObject([{ quantity: '11' }])
    const lines = [lineOf(found({ pack: box }))]
    expect(take(lines, found({ isScanned: true }))).toEqual({ lines, key: 'i7', box: 'quantity' })
  })
})

test('errors are said at the line and the box that they name', () => {
  const errors = {
    items: 'Add at least one line.',
    'items.3.quantity': 'Too much.',
    'items.3.item': 'Out of use.',
    'items.12.pack': 'Another item’s.',
    note: 'Too long.',
  }
  const byLine = errorsByLine(errors, 'items')
  expect(byLine.get(3)).toEqual({ quantity: 'Too much.', item: 'Out of use.' })
  expect(byLine.get(12)).toEqual({ pack: 'Another item’s.' })
  expect(keptErrors(errors, 'items', (place) => place === 12)).toEqual({ 'items.12.pack': 'Another item’s.', note: 'Too long.' })
})

test('a count is a whole number: one and a half is not fifteen', () => {
  expect(['', ' ', '0', '12', '1 500', '1,500'].map(countOrNone)).toEqual([0, 0, 0, 12, 1500, 1500])
  expect(['1,5', '1,50', '1.5', 'x', '-1', '1000000'].map(countOrNone)).toEqual([null, null, null, null, null, null])
})
