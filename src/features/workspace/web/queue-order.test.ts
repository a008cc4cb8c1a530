import { expect, test } from 'vitest'
import { countQueue, inOrder, isMine } from './queue-order.ts'

const ME = 7
const visit = (id: number, more: object = {}) => ({
  id,
  doctor: null,
  attended_by: null,
  priority: 'routine' as const,
  track: 'doctor' as const,
  track_since: `2026-03-02T08:${String(id).padStart(2, '0')}:00Z`,
  has_critical_triage: false,
  triage_level: null as number | null,
  triage_suggested_level: null,
  needs_triage_category: true,
  left_open_from: null as string | null,
  ...more,
})

test('the sickest come first, whoever is with me before all, unknown risk before the urgent', () => {
  const queue = [
    visit(1),
    visit(2, { triage_level: 3, needs_triage_category: false }),
    visit(3, { triage_level: 2, needs_triage_category: false }),
    visit(4, { track: 'added result' }),
    visit(5, { priority: 'emergency' }),
    visit(6, { has_critical_triage: true }),
    visit(8, { attended_by: ME }),
    visit(9, { attended_by: 8, has_critical_triage: true }),
  ]
  // A patient with another doctor is behind all who wait, however sick: a doctor is there.
  expect(inOrder(queue, ME).map(({ id }) => id)).toEqual([8, 6, 5, 3, 4, 1, 2, 9])
})

test('a patient of another doctor is not mine', () => {
  expect([isMine({ doctor: null }, ME), isMine({ doctor: ME }, ME), isMine({ doctor: 8 }, ME)]).toEqual([true, true, false])
})

test('the counts of a queue add up to its rows', () => {
  const now = Date.parse('2026-03-02T10:00:00Z')
  const old = { left_open_from: '2026-03-01T21:00:00Z', track_since: '2026-02-27T08:00:00Z' }
  const queue = [visit(1), visit(2), visit(3, { attended_by: ME }), visit(4, old)]
  expect(countQueue(queue, now)).toEqual({ waiting: 2, attended: 1, leftOpen: 1 })
})

test('a visit left open on an earlier day comes last of its urgency', () => {
  const now = Date.parse('2026-03-02T10:00:00Z')
  const old = { left_open_from: '2026-03-01T21:00:00Z', track_since: '2026-02-27T08:00:00Z' }
  const queue = [visit(1, old), visit(2), visit(3, { ...old, priority: 'emergency' }), visit(4, { priority: 'emergency' })]
  expect(inOrder(queue, ME, now).map(({ id }) => id)).toEqual([4, 3, 2, 1])
})
