import { expect, test } from 'vitest'
import type { Permission } from '#shared/permissions.ts'
import { groupsForRole, hasPermissionOver, mayGive, mayJoin, permissionsOfAccount } from './reach.ts'
import type { RightsGroup } from './use-groups.ts'

const group = (id: number, name: string, permissions: Permission[]): RightsGroup => ({
  id,
  name,
  permissions,
  is_seeded: true,
  members: 0,
  version: 1,
})
const nurse = group(1, 'Nurse', ['patients.view', 'attendance.triage'])
const doctor = group(2, 'Doctor', ['patients.view', 'attendance.doctor'])
const extra = group(3, 'Vaccinators', ['patients.view'])
const having =
  (...held: Permission[]) =>
  (right: Permission) =>
    held.includes(right)

test('nobody is offered a group with rights that they lack', () => {
  expect(mayGive(nurse, { mine: having('patients.view'), theirs: [], isNew: true })).toBe(false)
  expect(mayGive(nurse, { mine: having('patients.view', 'attendance.triage'), theirs: [], isNew: true })).toBe(true)
})

test('moving somebody into a group with more rights needs groups.change', () => {
  const held: Permission[] = ['patients.view', 'attendance.triage']
  expect(mayGive(nurse, { mine: having(...held), theirs: ['patients.view'], isNew: false })).toBe(false)
  expect(mayGive(nurse, { mine: having(...held, 'groups.change'), theirs: ['patients.view'], isNew: false })).toBe(true)
  expect(mayGive(extra, { mine: having(...held), theirs: ['patients.view'], isNew: false })).toBe(true)
})

test('permission over an account needs each of its permissions, and each of the group of its role', () => {
  expect(hasPermissionOver(['patients.view', 'audit.view'], having('patients.view'))).toBe(false)
  expect(hasPermissionOver(['patients.view'], having('patients.view'))).toBe(true)
  const held = permissionsOfAccount([nurse, doctor], { role: 'doctor' }, [])
  expect(hasPermissionOver(held, having('patients.view'))).toBe(false)
  expect(hasPermissionOver(held, having('patients.view', 'attendance.doctor'))).toBe(true)
})

test('a group beyond that of the role needs groups.change, for a new account too', () => {
  const held: Permission[] = ['patients.view', 'attendance.triage']
  const asked = { mine: having(...held), theirs: [], isNew: true }
  expect(mayJoin(nurse, asked, 'nurse')).toBe(true)
  expect(mayJoin(extra, asked, 'nurse')).toBe(false)
  expect(mayJoin(extra, { ...asked, mine: having(...held, 'groups.change') }, 'nurse')).toBe(true)
})

test('another role brings its group and takes the old one away, and nothing else', () => {
  expect(groupsForRole([nurse, doctor, extra], ['1', '3'], 'nurse', 'doctor')).toEqual(['3', '2'])
  expect(groupsForRole([nurse, doctor, extra], [], '', 'nurse')).toEqual(['1'])
})
