import { describe, expect, test } from 'vitest'
import { withChanges } from '#features/attendance/web/use-visit-changes.ts'
import {
  byColumn,
  changedSince,
  countOnSite,
  inOrder,
  markOf,
  matches,
  onSite,
  shortStaffName,
  startQueue,
  summaryOf,
  waitOf,
  type Targets,
  type Visit,
} from './board-rules.ts'
import { dropTargets } from './drag.ts'
import { visitsOf } from './use-board.ts'

const now = Date.parse('2026-03-02T10:30:00Z')
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
const targets: Targets = new Map([
  ['triage', 15],
  ['lab', 40],
  ['awaiting result', 60],
])

let serial = 0
const aVisit = (minutes: number, given: Partial<Visit> = {}): Visit => ({
  id: ++serial,
  track_number: `V-${serial}`,
  patient_number: `P-${serial}`,
  patient: serial,
  patient_name: 'Grace Wairimu',
  is_unidentified: false,
  found_at: null,
  gender: 'female',
  date_of_birth: '1993-01-01',
  is_birth_date_estimated: false,
  died_on: null,
  ended_with_death: false,
  age: 33,
  reason: 'Fever',
  track: 'triage',
  priority: 'routine',
  doctor: null,
  assigned_doctor: null,
  lab_tech: null,
  pharmacist: null,
  attended_by: null,
  attended_by_name: null,
  attended_since: null,
  track_since: minutesAgo(minutes),
  created_at: minutesAgo(minutes),
  created_by: null,
  closed_at: null,
  outcome: null,
  left_open_from: null,
  invoice: null,
  process_test_req: null,
  prescription: null,
  triage: null,
  triage_scale: null,
  triage_level: null,
  triage_level_at: null,
  triage_due_at: null,
  triage_suggested_level: null,
  needs_triage_category: (given.triage_level ?? null) === null,
  observation_due_at: null,
  news2: null,
  has_critical_triage: false,
  critical_text: null,
  insurances: [],
  allergies: [],
  allergy_status: null,
  pregnancy: null,
  alerts: [],
  version: 1,
  ...given,
})
const attended = (minutes: number) => ({ attended_by: 7, attended_by_name: 'Akinyi Otieno', attended_since: minutesAgo(minutes) })

const due = (minutes: number, more: Partial<Visit> = {}) => aVisit(20, { triage_level: 2, triage_due_at: minutesAgo(-minutes), ...more })

describe('a triage', () => {
  test.each([
    [due(8), { kind: 'target', by: 8, minutes: 20 }],
    [due(0), { kind: 'target', by: 0, minutes: 20 }],
    [due(-5), { kind: 'over', by: 5, minutes: 20 }],
    [due(-5, { track: 'doctor' }), { kind: 'over', by: 5, minutes: 20 }],
    [due(-5, { track: 'lab' }), { kind: 'on time', minutes: 20 }],
    [due(-5, attended(3)), { kind: 'attended', by: 'Akinyi Otieno', minutes: 3 }],
  ])('counts its target down until a doctor has the patient', (visit, wait) => expect(waitOf(visit, targets, now)).toEqual(wait))

  test('puts critical vital signs first, then the category with unknown risk before the urgent, then the wait', () => {
    const waits = [
      aVisit(50, { triage_level: 4 }),
      aVisit(60),
      aVisit(10, { triage_level: 2 }),
      aVisit(30, { triage_level: 2 }),
      aVisit(1, { triage_level: 3, has_critical_triage: true, critical_text: 'SpO2 82 %' }),
      aVisit(5, { triage_level: 3, priority: 'urgent' }),
    ]
    expect(inOrder(waits).map((visit) => waits.indexOf(visit))).toEqual([4, 3, 2, 1, 5, 0])
    expect(matches(waits[4]!, 'critical', targets, now)).toBe(true)
  })
})

describe('how a wait stands', () => {
  test.each([
    [3, { kind: 'on time', minutes: 3 }],
    [12, { kind: 'due', by: 3, minutes: 12 }],
    [15, { kind: 'due', by: 0, minutes: 15 }],
    [22, { kind: 'over', by: 7, minutes: 22 }],
  ])('%i minutes of 15', (minutes, wait) => expect(waitOf(aVisit(minutes), targets, now)).toEqual(wait))

  test('who is being seen waits no more, however late', () =>
    expect(waitOf(aVisit(50, attended(4)), targets, now)).toEqual({ kind: 'attended', by: 'Akinyi Otieno', minutes: 4 }))

  test('a track without a target is neither late nor on time', () =>
    expect(waitOf(aVisit(500, { track: 'inpatient' }), targets, now)).toEqual({ kind: 'waiting', minutes: 500 }))

  test('a clock that is behind never shows a negative wait', () => expect(waitOf(aVisit(-3), targets, now).minutes).toBe(0))
})

test('an unattended emergency is on top, then patients being seen, urgent ones, and the longest wait', () => {
  const [routine, longer, urgent, emergency] = [
    aVisit(5),
    aVisit(20),
    aVisit(2, { priority: 'urgent' }),
    aVisit(1, { priority: 'emergency' }),
  ]
  const seen = aVisit(9, attended(1))
  expect(inOrder([routine, longer, urgent, emergency, seen])).toEqual([emergency, seen, urgent, longer, routine])
})

test('a track that is out of sight is marked while a critical patient waits there unattended, else while a patient is over target', () => {
  const late = aVisit(16)
  const critical = { has_critical_triage: true }
  expect(markOf([aVisit(3)], targets, now)).toBeUndefined()
  expect(markOf([aVisit(3), late], targets, now)).toBe('over')
  expect(markOf([late, aVisit(1, critical)], targets, now)).toBe('critical')
  // Attended.
  expect(markOf([aVisit(90, { ...critical, ...attended(2) })], targets, now)).toBeUndefined()
})

test('staff are named by first name and initial', () =>
  expect(['Achieng Odhiambo', 'Mary Anne Ōtieno', 'Wanjiru'].map(shortStaffName)).toEqual(['Achieng O.', 'Mary Ō.', 'Wanjiru']))

test('results stand with the doctor, samples and their waiting with the laboratory', () => {
  const [result, waiting] = [aVisit(1, { track: 'added result' }), aVisit(1, { track: 'awaiting result' })]
  const columns = byColumn([result, waiting])
  expect([columns.get('doctor'), columns.get('lab'), columns.get('triage')]).toEqual([[result], [waiting], []])
})

test('a column tells the mean of those who wait, and says when their targets differ', () => {
  expect(summaryOf('triage', [aVisit(22), aVisit(10), aVisit(90, attended(5))], targets, now)).toEqual({
    mean: 16,
    target: 15,
    isOneTarget: true,
    over: 1,
  })
  expect(summaryOf('lab', [aVisit(10, { track: 'lab' }), aVisit(70, { track: 'awaiting result' })], targets, now)).toEqual({
    mean: 40,
    target: 50,
    isOneTarget: false,
    over: 1,
  })
  expect(summaryOf('triage', [], targets, now)).toEqual({ mean: null, target: 15, isOneTarget: true, over: 0 })
})

test('inpatients are in the house and wait for nobody', () => {
  const counts = countOnSite([aVisit(20), aVisit(10, { track: 'added result' }), aVisit(4000, { track: 'inpatient' })], now)
  expect(counts).toEqual({ people: 3, leftOpen: 0, inpatients: 1, mean: 15, longest: { minutes: 20, column: 'triage' } })
})

test('visits left open on earlier days are in no count and no average, and come last of their urgency', () => {
  const leftOpen = { left_open_from: minutesAgo(60) }
  const [old, urgent, fresh] = [aVisit(4320, leftOpen), aVisit(4320, { ...leftOpen, priority: 'urgent' }), aVisit(10)]
  const visits = [old, urgent, fresh]
  expect(countOnSite(visits, now)).toEqual({ people: 1, leftOpen: 2, inpatients: 0, mean: 10, longest: { minutes: 10, column: 'triage' } })
  expect(summaryOf('triage', visits, targets, now)).toMatchObject({ mean: 10, over: 0 })
  expect(waitOf(old, targets, now).kind).toBe('left open')
  expect([onSite(visits, now), visits.filter((visit) => matches(visit, 'critical', targets, now))]).toEqual([[fresh], []])
  expect(inOrder(visits, now)).toEqual([urgent, fresh, old])
  expect(countOnSite([aVisit(10, { left_open_from: minutesAgo(-1) })], now)).toMatchObject({ people: 1, leftOpen: 0 })
})

test('critical is urgent or worse; over target is who waits too long', () => {
  expect(matches(aVisit(1, { priority: 'urgent' }), 'critical', targets, now)).toBe(true)
  expect(matches(aVisit(99), 'critical', targets, now)).toBe(false)
  expect(matches(aVisit(16), 'over', targets, now)).toBe(true)
})

test('a new version is news', () => {
  const [same, moved, came] = [aVisit(1), aVisit(1, { version: 3 }), aVisit(1)]
  const before = new Map([same, moved].map(({ id }, at) => [id, at + 1]))
  expect(changedSince(before, [same, moved, came])).toEqual([moved.id, came.id])
})

test('a card may be dropped where its next track is, never on its own column', () => {
  expect([...dropTargets({ track: 'lab' }, ['awaiting result', 'added result', 'billing'])]).toEqual([
    ['doctor', 'added result'],
    ['billing', 'billing'],
  ])
  expect(dropTargets({ track: 'added result' }, ['doctor', 'lab']).get('doctor')).toBeUndefined()
})

test('the list is empty when it could not be fetched, even when it was known a moment ago', () => {
  const data = { at: minutesAgo(0), visits: [aVisit(5)], waits: [] }
  expect(visitsOf({ data, error: null, dataUpdatedAt: now }, new Map())).toEqual(data.visits)
  expect(visitsOf({ data, error: new Error('503'), dataUpdatedAt: now }, new Map())).toEqual([])
})

describe('own changes over the list of the server', () => {
  const fetchedAt = now
  const optimistic = (visit: Visit, at = now + 1) => new Map([[visit.id, { visit, at }]])

  test('a move shows before the list has caught up, and no longer than that', () => {
    const visit = aVisit(5)
    const moved = { ...visit, track: 'doctor' as const, version: 2 }
    expect(withChanges([visit], optimistic(moved), fetchedAt)).toEqual([moved])
    const later = { ...visit, track: 'pharmacy' as const, version: 3 }
    expect(withChanges([later], optimistic(moved), fetchedAt)).toEqual([later])
  })

  test('a closed visit is gone at once; one that has just begun is there at once', () => {
    const visit = aVisit(5)
    expect(withChanges([visit], optimistic({ ...visit, track: 'complete', version: 2 }), fetchedAt)).toEqual([])
    const begun = aVisit(0)
    expect(withChanges([visit], optimistic(begun), fetchedAt)).toEqual([visit, begun])
    expect(withChanges([visit], optimistic(begun, now - 1), fetchedAt)).toEqual([visit])
  })
})

test('staff of a queue begin with it until they choose; a chosen whole board is kept', () => {
  const roles = ['doctor', 'nurse', 'labtech', 'lab_manager', 'pharmacist', 'cashier', 'receptionist', 'sysadmin', undefined] as const
  expect(roles.map((role) => startQueue(undefined, role))).toEqual([
    'doctor',
    'triage',
    'lab',
    'lab',
    'pharmacy',
    'billing',
    null,
    null,
    null,
  ])
  expect([startQueue('', 'doctor'), startQueue('pharmacy', 'doctor'), startQueue('triage', 'receptionist')]).toEqual([
    null,
    'pharmacy',
    'triage',
  ])
})
