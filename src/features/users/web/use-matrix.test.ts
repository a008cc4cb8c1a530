import { expect, test } from 'vitest'
import { rightsOf } from '#web/session/rights.ts'
import { changesIn, lockOf, wantedPermissions } from './use-matrix.ts'
import type { RightsGroup } from './use-groups.ts'

const nurse: RightsGroup = {
  id: 2,
  name: 'Nurse',
  permissions: ['patients.view', 'patients.clinical'],
  is_seeded: true,
  members: 4,
  version: 3,
}
const doctor: RightsGroup = { ...nurse, id: 3, name: 'Doctor' }
const administrators: RightsGroup = { ...nurse, id: 1, name: 'System administrator' }

test('ticks stand on top of what the group holds now, whoever changed it meanwhile', () => {
  const edits = { 2: { 'patients.add': true, 'patients.clinical': false } }
  expect(wantedPermissions(nurse, edits)).toEqual(['patients.view', 'patients.add'])
  const theirs: RightsGroup = { ...nurse, permissions: ['patients.view', 'patients.clinical', 'audit.view'] }
  expect(wantedPermissions(theirs, edits)).toEqual(['audit.view', 'patients.view', 'patients.add'])
})

test('a tick that was taken back is no change', () => {
  expect(changesIn([nurse, doctor], { 2: { 'patients.clinical': true }, 3: { 'patients.view': false } })).toEqual([
    { group: doctor, added: [], removed: ['patients.view'] },
  ])
})

test('only permissions that one has can be given or taken, groups with others are read-only, and two groups are fixed', () => {
  const mine = rightsOf(['groups.change', 'patients.view', 'patients.clinical'], true)
  expect(lockOf(nurse, 'patients.view', mine)).toBeNull()
  expect(lockOf(nurse, 'patients.clinical', mine)).toBeNull()
  expect(lockOf(nurse, 'audit.view', mine)).toContain('cannot grant a permission')
  const lesser = rightsOf(['groups.change', 'patients.view'], true)
  for (const permission of ['patients.view', 'patients.clinical', 'audit.view'] as const)
    expect(lockOf(nurse, permission, lesser)).toContain('permissions that you do not have')
  expect(lockOf(administrators, 'patients.view', mine)).toContain('always have all permissions')
  expect(lockOf(nurse, 'patients.view', rightsOf(['users.view'], true))).toContain('not change')
})
