import { describe, expect, test } from 'vitest'
import { permissions, type Permission, seededGroups } from '#shared/permissions.ts'
import { getVisit, listVisits } from './contract.ts'
import { firstTracks, isAllowedMove, isClosed, movesFrom, permissionsForMove, getTrackPermissions, tracks, type Track } from './rules.ts'
import { mayAttend, mayChange, mayMove } from './server/policy.ts'

const group = (name: string) => ({ permissions: new Set<string>(seededGroups[name]) })
const pairs = tracks.flatMap((from) => tracks.map((to) => [from, to] as const))

describe('the table of moves', () => {
  test('nobody moves to where they are, and nothing moves after the end', () => {
    for (const track of tracks) expect(isAllowedMove(track, track)).toBe(false)
    for (const track of tracks.filter(isClosed)) expect(movesFrom(track)).toEqual([])
  })

  test('every open track is reached from a first one, and from every one a patient can be seen off', () => {
    const reached = new Set<Track>(firstTracks)
    for (const track of reached) for (const next of movesFrom(track)) reached.add(next)
    expect([...reached].sort()).toEqual([...tracks].sort())
    for (const track of tracks) if (!isClosed(track)) expect(movesFrom(track)).toContain('discharged')
  })

  test('every allowed move has a permission, every other none, and some seeded group besides the administrator holds it', () => {
    const allowed = pairs.filter(([from, to]) => isAllowedMove(from, to))
    expect(allowed.length).toBeGreaterThan(50)
    for (const [from, to] of pairs) expect(permissionsForMove(from, to).length > 0).toBe(isAllowedMove(from, to))
    const names = Object.keys(seededGroups).filter((name) => name !== 'System administrator')
    for (const [from, to] of allowed)
      expect(
        names.filter((name) => mayMove(group(name), from, to)),
        `${from} -> ${to}`,
      ).not.toEqual([])
  })

  test('one permission of the list is enough, and no other will do', () => {
    for (const [from, to] of pairs) {
      const enough = permissionsForMove(from, to)
      for (const one of permissions) expect(mayMove({ permissions: new Set([one]) }, from, to)).toBe(enough.includes(one))
    }
  })
})

describe('who does what', () => {
  const cases: [string, Track, Track, boolean][] = [
    ['Receptionist', 'reception', 'triage', true],
    ['Receptionist', 'doctor', 'inpatient', false],
    ['Receptionist', 'lab', 'added result', false],
    ['Nurse', 'reception', 'triage', true],
    ['Nurse', 'triage', 'doctor', true],
    ['Nurse', 'doctor', 'pharmacy', false],
    ['Nurse', 'triage', 'inpatient', false],
    ['Doctor', 'triage', 'doctor', true],
    ['Doctor', 'doctor', 'inpatient', true],
    ['Doctor', 'added result', 'pharmacy', true],
    ['Doctor', 'doctor', 'complete', true],
    ['Laboratory technician', 'awaiting result', 'added result', true],
    ['Laboratory technician', 'doctor', 'lab', false],
    ['Pharmacist', 'billing', 'pharmacy', true],
    ['Pharmacist', 'pharmacy', 'complete', false],
    ['Cashier', 'billing', 'complete', true],
    ['Records officer', 'reception', 'triage', false],
  ]
  test.each(cases)('%s: %s -> %s: %s', (name, from, to, may) => expect(mayMove(group(name), from, to)).toBe(may))

  test('a patient is taken by the people of the room', () => {
    expect(mayAttend(group('Nurse'), 'triage')).toBe(true)
    expect(mayAttend(group('Receptionist'), 'triage')).toBe(false)
    for (const track of tracks) expect(getTrackPermissions(track).length === 0).toBe(isClosed(track))
  })

  test('the urgency is set by desk, nurse and doctor', () => {
    const may = Object.keys(seededGroups).filter((name) => mayChange(group(name), 'priority'))
    expect(may.sort()).toEqual(['Doctor', 'Nurse', 'Receptionist', 'System administrator'])
    expect(mayChange({ permissions: new Set<Permission>(['attendance.view']) }, 'priority')).toBe(false)
  })
})

test('screens that show allergies and alerts of a patient hear when those change', () => {
  for (const { live } of [listVisits, getVisit]) expect(live).toEqual(['attendance', 'patients'])
})
