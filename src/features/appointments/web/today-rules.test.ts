import { expect, test } from 'vitest'
import { inOrder, lateAndNext, lateBy, type Entry } from './today-rules.ts'

const entry = (id: number, at: string, status: Entry['status']): Entry => ({
  id,
  number: `A-${id}`,
  start: `2026-03-02T${at}:00.000Z`,
  end: `2026-03-02T${at}:30.000Z`,
  doctor: null,
  room: null,
  place: 1,
  status,
  patient: id,
  name: 'Achieng Ouma',
  item_name: null,
  public_booking: null,
  visit: null,
  version: 1,
})

test('who is still to come stands first, by time; who will not come stands nowhere', () => {
  const day = [
    entry(1, '09:00', 'arrived'),
    entry(2, '08:00', 'confirmed'),
    entry(3, '07:00', 'no-show'),
    entry(4, '06:00', 'completed'),
    entry(5, '07:30', 'pending'),
  ]
  const { expected, here } = inOrder(day)
  expect([expected.map(({ id }) => id), here.map(({ id }) => id)]).toEqual([
    [5, 2],
    [4, 1],
  ])
})

test('whoever was just checked in keeps the place under the mouse', () => {
  const day = [entry(1, '09:00', 'arrived'), entry(2, '08:00', 'arrived'), entry(3, '08:30', 'confirmed')]
  const { expected, here } = inOrder(day, new Set([2]))
  expect([expected.map(({ id }) => id), here.map(({ id }) => id)]).toEqual([[2, 3], [1]])
})

test('somebody is late from their time on, until they have come', () => {
  const now = Date.parse('2026-03-02T08:12:40Z')
  expect(lateBy(entry(1, '08:00', 'confirmed'), now)).toBe(12)
  expect(lateBy(entry(1, '08:30', 'pending'), now)).toBe(0)
  expect(lateBy(entry(1, '08:00', 'arrived'), now)).toBe(0)
})

test('a folded list names the longest late and the next ones, and no one who has come', () => {
  const now = Date.parse('2026-03-02T08:12:00Z')
  const day = [
    entry(1, '07:00', 'completed'),
    entry(2, '07:30', 'pending'),
    entry(3, '08:00', 'confirmed'),
    entry(4, '08:10', 'confirmed'),
    entry(5, '08:30', 'confirmed'),
    entry(6, '09:00', 'pending'),
  ]
  const named = (late: number, next: number) => lateAndNext(inOrder(day).expected, now, { late, next }).map(({ id }) => id)
  expect([named(2, 1), named(3, 2), named(0, 0)]).toEqual([[2, 3, 5], [2, 3, 4, 5, 6], []])
  const justCame = inOrder([entry(7, '09:30', 'arrived')], new Set([7]))
  expect(lateAndNext(justCame.expected, now, { late: 1, next: 1 })).toEqual([])
})
