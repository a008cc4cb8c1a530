import { expect, test } from 'vitest'
import { inTriageOrder, isForNurse, nextAfter } from './queue-rules.ts'

const visit = (id: number, more: object = {}) => ({
  id,
  priority: 'routine' as const,
  has_critical_triage: false,
  triage_level: null as number | null,
  triage_suggested_level: null,
  needs_triage_category: true,
  left_open_from: null as string | null,
  track_since: `2026-03-02T07:${String(id).padStart(2, '0')}:00Z`,
  attended_by: null as number | null,
  ...more,
})
const due = (track: 'triage' | 'doctor', at: string | null) => ({ track, attended_by: null, observation_due_at: at, left_open_from: null })

test('the critical come first, then whom nobody has looked at, then by level and by wait', () => {
  const queue = [
    visit(1, { triage_level: 4, needs_triage_category: false }),
    visit(2, { triage_level: 2, needs_triage_category: false }),
    visit(3),
    visit(4),
    visit(5, { has_critical_triage: true }),
    visit(6, { priority: 'emergency' }),
  ]
  expect(inTriageOrder(queue).map(({ id }) => id)).toEqual([5, 6, 3, 4, 2, 1])
})

test('who waits for a doctor is in the nurse’s queue while an observation is overdue', () => {
  const now = Date.parse('2026-03-02T08:00:00Z')
  expect(isForNurse(due('triage', null), now)).toBe(true)
  expect(isForNurse(due('doctor', null), now)).toBe(false)
  expect(isForNurse(due('doctor', '2026-03-02T07:59:00Z'), now)).toBe(true)
  expect(isForNurse(due('doctor', '2026-03-02T08:01:00Z'), now)).toBe(false)
})

test('the next one is nobody else’s', () => {
  const queue = [visit(1), visit(2, { attended_by: 9 }), visit(3, { attended_by: 7 })]
  expect(nextAfter(queue, 1, 7)?.id).toBe(3)
  expect(nextAfter(queue, undefined, 7)?.id).toBe(1)
  expect(nextAfter([], 1, 7)).toBeUndefined()
})

test('a visit left open on an earlier day comes last of its urgency, and nobody is to observe it again', () => {
  const now = Date.parse('2026-03-02T10:00:00Z')
  const old = { left_open_from: '2026-03-01T21:00:00Z', track_since: '2026-02-27T08:00:00Z' }
  expect(inTriageOrder([visit(1, old), visit(2)], now).map(({ id }) => id)).toEqual([2, 1])
  expect(isForNurse({ ...due('doctor', '2026-02-27T09:00:00Z'), left_open_from: old.left_open_from }, now)).toBe(false)
})
