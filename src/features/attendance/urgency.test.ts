import { expect, test } from 'vitest'
import { isObservationOverdue, urgencyOf } from './rules.ts'

const visit = (more: object = {}) => ({
  priority: 'routine' as const,
  has_critical_triage: false,
  triage_level: null as number | null,
  triage_suggested_level: null as number | null,
  needs_triage_category: true,
  ...more,
})
const triaged = (level: number, more: object = {}) => visit({ triage_level: level, needs_triage_category: false, ...more })
const atMinute = (minute: number) => Date.parse('2026-03-02T08:00:00Z') + minute * 60_000

test('unknown risk stands behind the very urgent and before the urgent, a suggestion counts until the nurse has decided', () => {
  const queue = {
    critical: visit({ has_critical_triage: true }),
    emergency: visit({ priority: 'emergency' }),
    one: triaged(1),
    two: triaged(2),
    'suggested two': visit({ triage_suggested_level: 2 }),
    'urgent at the desk': visit({ priority: 'urgent' }),
    unknown: visit(),
    'suggested four': visit({ triage_suggested_level: 4 }),
    three: triaged(3),
    'three, urgent at the desk': triaged(3, { priority: 'urgent' }),
    five: triaged(5),
  }
  const ranks = Object.values(queue).map((one) => urgencyOf(one))
  expect(ranks).toEqual([0, 0.5, 1, 2, 2, 2.25, 2.5, 2.5, 3, 3, 5])
})

test('a suggestion that came after the category counts where it is more urgent, one that was decided against does not', () => {
  expect(urgencyOf(visit({ triage_level: 4, triage_suggested_level: 2 }))).toBe(2)
  expect(urgencyOf(triaged(4, { triage_suggested_level: 2 }))).toBe(4)
})

test('an observation is overdue of somebody who waits, from the moment after it was due', () => {
  const due = { observation_due_at: '2026-03-02T08:00:00Z', attended_by: null, track: 'doctor' as const }
  expect([atMinute(0), atMinute(1)].map((now) => isObservationOverdue(due, now))).toEqual([false, true])
  expect(isObservationOverdue({ ...due, attended_by: 7 }, atMinute(5))).toBe(false)
  expect(isObservationOverdue({ ...due, track: 'inpatient' }, atMinute(5))).toBe(false)
  expect(isObservationOverdue({ ...due, observation_due_at: null }, atMinute(5))).toBe(false)
})
