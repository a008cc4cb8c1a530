import { expect, test } from 'vitest'
import { placeRefusal } from './faults.ts'
import { allItems, changedItems, entryOf, isStill, sendable, type ResultItem, type ResultItems } from './result-items.ts'

const item = (test_panel: number, text: string, more: Partial<ResultItem> = {}): ResultItem => ({
  test_panel,
  request_panel: test_panel * 10,
  text,
  comment: null,
  version: 1,
  why: null,
  isTyped: false,
  isSent: false,
  theirs: null,
  ...more,
})
const put = (items: ResultItems, row: string, one: ResultItem) => changedItems(items, { type: 'put', row, item: one })
const some = put(put(put({}, 's1', item(1, '5')), 's1', item(2, '6')), 's2', item(1, '7'))

test('the same test of a row replaces, and is never doubled', () => {
  const again = put(some, 's1', item(1, '5.5'))
  expect(allItems(again).map(({ row, item: { test_panel, text } }) => [row, test_panel, text])).toEqual([
    ['s1', 1, '5.5'],
    ['s1', 2, '6'],
    ['s2', 1, '7'],
  ])
  expect(again['s2']).toBe(some['s2'])
})

test('one is removed, all of a row, all of everything', () => {
  const less = changedItems(some, { type: 'remove', row: 's1', test_panel: 1 })
  expect(Object.keys(less['s1'] ?? {})).toEqual(['2'])
  expect(changedItems(less, { type: 'remove', row: 's1', test_panel: 2 })).toEqual({ s2: some['s2'] })
  expect(changedItems(some, { type: 'remove', row: 's1', test_panel: 9 })).toBe(some)
  expect(changedItems(some, { type: 'remove', row: 'none', test_panel: 1 })).toBe(some)
  expect(changedItems(some, { type: 'clear', row: 's1' })).toEqual({ s2: some['s2'] })
  expect(changedItems(some, { type: 'clear' })).toEqual({})
})

test('sends what was understood, is not on its way, and is nobody else’s to decide', () => {
  const theirs = { result: '4', by: 'Asha', version: 2 }
  const items = put(put(put(some, 's1', item(3, 'x', { why: 'no' })), 's1', item(4, '1', { isSent: true })), 's2', item(5, '2', { theirs }))
  expect(sendable(items).map(({ item: { request_panel } }) => request_panel)).toEqual([10, 20, 10])
  expect(sendable(put({}, 's1', item(1, '6', { isTyped: true })))).toEqual([])
  expect(sendable(items, 's2')).toHaveLength(1)
  expect(entryOf(item(1, ' <5 '))).toEqual({ request_panel: 10, result: '<5', version: 1 })
  expect(entryOf(item(1, '', { comment: '' }))).toEqual({ request_panel: 10, result: '', comment: '', version: 1 })
})

test('what was typed over while it was sent is not the same any more', () => {
  expect(isStill(item(1, '5', { isSent: true }), item(1, '5'))).toBe(true)
  expect(isStill(item(1, '5', { comment: 'a' }), item(1, '5'))).toBe(false)
  expect(isStill(undefined, item(1, '5'))).toBe(false)
})

test('finds the items that a refusal is about', () => {
  const sent = allItems(some)
  const refusal = (status: number, body: Record<string, unknown>, fields: Record<string, string[]> = {}) =>
    placeRefusal({ status, detail: 'Refused.', fields, body }, sent)
  expect([...refusal(400, {}, { 'results.1.result': ['Too high.'], other: ['x'] }).why]).toEqual([[20, 'Too high.']])
  expect([...refusal(409, { request_panels: [10] }).why]).toEqual([[10, 'Refused.']])
  const current = { id: 20, version: 4, result: null, current: { result: '6.1', entered_by_name: 'Asha' } }
  expect([...refusal(412, { current: [current] }).theirs]).toEqual([[20, { version: 4, result: '6.1', by: 'Asha' }]])
  expect([...refusal(412, { current: [{ ...current, current: null }] }).theirs]).toEqual([[20, { version: 4, result: '', by: null }]])
  for (const status of [0, 403, 409, 412, 500]) {
    const { why, theirs } = refusal(status, { request_panels: 'all', current: 'none' })
    expect([why.size, theirs.size]).toEqual([0, 0])
  }
})
