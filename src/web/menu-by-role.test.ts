import { expect, test } from 'vitest'
import { seededGroups } from '#shared/permissions.ts'
import { features } from '../features/browser.ts'
import { groupOutside, linesOfGroup, visibleMenu } from './menu-by-role.ts'
import { entryAt, menuFor, menuOf, type MenuGroup } from './menu.tsx'
import { rightsOf } from './session/rights.ts'
import { shell } from './shell.ts'

const catalogue = menuOf([...features, shell])
const openFor = (permissions: readonly string[]) => menuFor(rightsOf(permissions, true), catalogue)
const permissionsOf = (groups: readonly string[]): readonly string[] => groups.flatMap((name) => seededGroups[name] ?? [])
const menuOfGroups = (groups: readonly string[], permissions = permissionsOf(groups), pinned: readonly string[] = []) =>
  visibleMenu({ open: openFor(permissions), groups, rights: rightsOf(permissions, true) }, pinned)
const labelsIn = (menu: readonly MenuGroup[]) => menu.flatMap(({ children }) => children.map(({ label }) => label))
const linksOf = (menu: readonly MenuGroup[]) => menu.flatMap(({ children }) => children.map(({ to }) => to))

test('each seeded group of staff has at most 12 links, which the permissions of the group open', () => {
  const counts = Object.entries(seededGroups).flatMap(([name, permissions]) =>
    name === 'Patient' ? [] : [[name, linksOf(openFor(permissions)).length, linksOf(menuOfGroups([name])).length]],
  )
  // The name, the links that its permissions open, and those in its menu.
  expect(counts).toEqual([
    ['System administrator', 69, 12],
    ['Receptionist', 16, 11],
    ['Nurse', 30, 8],
    ['Doctor', 20, 7],
    ['Laboratory technician', 25, 11],
    ['Laboratory manager', 27, 12],
    ['Pharmacist', 25, 11],
    ['Cashier', 24, 8],
    ['Accountant', 25, 12],
    ['Storekeeper', 14, 10],
    ['Procurement officer', 14, 9],
    ['Records officer', 9, 7],
  ])
})

test('each address of the lists is one of the catalogue, and open to the members of its group', () => {
  for (const [name, lines] of Object.entries(linesOfGroup)) {
    const listed = lines.flatMap((line) => (typeof line === 'string' ? [line] : line.at))
    expect(linksOf(menuOfGroups([name])), name).toEqual(listed.map((at) => `/dashboard/${at}`))
    const labels = menuOfGroups([name]).map(({ label }) => label)
    expect(new Set(labels).size, name).toBe(labels.length)
  }
  expect(Object.keys(linesOfGroup).toSorted()).toEqual(
    Object.keys(seededGroups)
      .filter((name) => name !== 'Patient')
      .toSorted(),
  )
})

test('links stand in the order of the role, below its headings, as far as the permissions of the person go', () => {
  expect(menuOfGroups(['Nurse']).map(({ label, children }) => [label, ...children.map((entry) => entry.label)])).toEqual([
    ['Nursing', 'Triage'],
    ['Reception', 'Live board'],
    ['Patients', 'All patients'],
    ['Laboratory', 'Collect samples'],
    ['Appointments', 'Calendar'],
    ['Ward stock', 'Stock', 'Requisitions'],
    ['News', 'Announcements'],
  ])
  const without = (seededGroups['Nurse'] ?? []).filter((name) => name !== 'triage.view' && name !== 'stock.view')
  expect(labelsIn(menuOfGroups(['Nurse'], without))).toEqual([
    'Live board',
    'All patients',
    'Collect samples',
    'Calendar',
    'Requisitions',
    'Announcements',
  ])
})

test('a member of two groups sees the links of both in the order of the catalogue, at most 14', () => {
  expect(labelsIn(menuOfGroups(['Nurse', 'Doctor']))).toEqual([
    'Live board',
    'All patients',
    'Announcements',
    'Calendar',
    'Waiting list',
    'Triage',
    'My queue',
    'Requests',
    'Collect samples',
    'Stock',
    'Requisitions',
  ])
  const menu = menuOfGroups(['System administrator', 'Receptionist'])
  expect(labelsIn(menu)).toHaveLength(14)
  expect(labelsIn(menu)).toEqual(expect.arrayContaining(['Register patient', 'Set-up', 'People']))
})

test('a group that the clinic made shows where its members may act, at most 12 links, and nothing that they may only view', () => {
  const clinicsOwn = (permissions: readonly string[]) => labelsIn(menuOfGroups(['Night shift'], permissions))
  expect(clinicsOwn(['laboratory.view', 'laboratory.collect', 'billing.view', 'triage.view'])).toEqual(['Collect samples'])
  expect(clinicsOwn(['laboratory.view', 'laboratory.enter', 'laboratory.approve'])).toEqual([
    'Work list',
    'Approve',
    'Analysers',
    'Tests and ranges',
  ])
  expect(clinicsOwn(['patients.view', 'stock.view', 'announcements.view'])).toEqual([])
  expect(clinicsOwn(seededGroups['System administrator'] ?? [])).toHaveLength(12)
  const nurse = seededGroups['Nurse'] ?? []
  expect(labelsIn(menuOfGroups(['Nurse', 'Till at night'], [...nurse, 'billing.view', 'billing.pay']))).toContain('Cashier queue')
})

test('pinned links stand last in their group and are not counted; what may not be opened is not there', () => {
  const pinned = [
    '/dashboard/laboratory/critical',
    '/dashboard/laboratory/requests',
    '/dashboard/pharmacy',
    '/dashboard/administration/people',
  ]
  const menu = menuOfGroups(['Nurse'], seededGroups['Nurse'], [...pinned, '/dashboard/patients'])
  expect(menu.find(({ label }) => label === 'Laboratory')?.children.map(({ label }) => label)).toEqual([
    'Collect samples',
    'Requests',
    'Critical values',
  ])
  expect(menu.at(-1)?.children.map(({ label }) => label)).toEqual(['Prescriptions'])
  expect(linksOf(menu)).toHaveLength(11)
})

test('the page that is shown is named where the menu does not have it', () => {
  const open = openFor(seededGroups['Nurse'] ?? [])
  const menu = menuOfGroups(['Nurse'])
  const outside = (path: string) => groupOutside(entryAt(path, open), open, menu)
  expect(outside('/dashboard/pharmacy/12')).toMatchObject({ label: 'Pharmacy', children: [{ label: 'Prescriptions' }] })
  expect(outside('/dashboard/patients/12')).toBeUndefined()
  expect(outside('/dashboard/administration/people')).toBeUndefined()
})
